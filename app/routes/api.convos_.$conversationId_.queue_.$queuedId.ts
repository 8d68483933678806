import { changeQueuedCall, removeQueuedCall } from '#app/features/chat/queue-calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ PATCH: changeQueuedCall, DELETE: removeQueuedCall });
export const loader = route.loader;
export const action = route.action;
