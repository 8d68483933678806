import { dataCall } from '#app/features/auth/account/download/data-call.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ GET: dataCall });
export const loader = route.loader;
export const action = route.action;
