import { changeCall, revokeCall } from '#app/features/api-keys/calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ PATCH: changeCall, DELETE: revokeCall });
export const loader = route.loader;
export const action = route.action;
