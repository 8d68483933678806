import { optionsCall } from '#app/features/chat/message-calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ PUT: optionsCall });
export const loader = route.loader;
export const action = route.action;
