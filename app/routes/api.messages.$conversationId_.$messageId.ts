import { editMessageCall } from '#app/features/chat/message-calls.server.ts';
import { deleteMessageCall } from '#app/features/chat/trash-calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ PUT: editMessageCall, DELETE: deleteMessageCall });
export const loader = route.loader;
export const action = route.action;
