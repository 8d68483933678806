import { refreshCall } from '#app/features/auth/api/session-calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ POST: refreshCall });
export const loader = route.loader;
export const action = route.action;
