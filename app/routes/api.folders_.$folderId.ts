import { deleteCall, renameCall } from '#app/features/chat/side-bar/folder-calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ PATCH: renameCall, DELETE: deleteCall });
export const loader = route.loader;
export const action = route.action;
