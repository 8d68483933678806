import { activityCall } from '#app/features/usage/usage-calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ GET: activityCall });
export const loader = route.loader;
export const action = route.action;
