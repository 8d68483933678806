import { readKeyCall, revokeAllCall, writeKeyCall } from '#app/features/provider-keys/calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ GET: readKeyCall, PUT: writeKeyCall, DELETE: revokeAllCall });
export const loader = route.loader;
export const action = route.action;
