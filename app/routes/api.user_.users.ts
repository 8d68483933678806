import { usersCall } from '#app/features/auth/api/user-calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ GET: usersCall });
export const loader = route.loader;
export const action = route.action;
