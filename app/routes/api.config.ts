import { configCall } from '#app/features/auth/api/user-calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ GET: configCall });
export const loader = route.loader;
export const action = route.action;
