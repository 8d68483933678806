import { revokeKeyCall } from '#app/features/provider-keys/calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ DELETE: revokeKeyCall });
export const loader = route.loader;
export const action = route.action;
