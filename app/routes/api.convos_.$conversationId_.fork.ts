import { forkCall } from '#app/features/chat/conversation-calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ POST: forkCall });
export const loader = route.loader;
export const action = route.action;
