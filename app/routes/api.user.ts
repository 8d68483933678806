import { changeUserCall, userCall } from '#app/features/auth/api/user-calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ GET: userCall, PATCH: changeUserCall });
export const loader = route.loader;
export const action = route.action;
