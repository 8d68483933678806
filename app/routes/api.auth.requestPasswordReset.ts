import { requestResetCall } from '#app/features/auth/api/calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ POST: requestResetCall });
export const loader = route.loader;
export const action = route.action;
