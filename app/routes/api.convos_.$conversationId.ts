import { changeCall, deleteCall, readCall } from '#app/features/chat/conversation-calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ GET: readCall, PATCH: changeCall, DELETE: deleteCall });
export const loader = route.loader;
export const action = route.action;
