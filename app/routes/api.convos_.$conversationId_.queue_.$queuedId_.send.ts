import { sendQueuedCall } from '#app/features/chat/queue-calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ POST: sendQueuedCall });
export const loader = route.loader;
export const action = route.action;
