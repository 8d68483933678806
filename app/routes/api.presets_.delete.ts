import { deleteCall } from '#app/features/presets/calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ POST: deleteCall });
export const loader = route.loader;
export const action = route.action;
