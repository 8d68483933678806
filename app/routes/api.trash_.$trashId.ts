import { deleteTrashedCall } from '#app/features/chat/trash-calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ DELETE: deleteTrashedCall });
export const loader = route.loader;
export const action = route.action;
