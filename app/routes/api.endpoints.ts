import { endpointsCall } from '#app/features/models/calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ GET: endpointsCall });
export const loader = route.loader;
export const action = route.action;
