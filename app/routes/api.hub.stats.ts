import { statsByBodyCall, statsCall } from '#app/features/usage/usage-calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ GET: statsCall, POST: statsByBodyCall });
export const loader = route.loader;
export const action = route.action;
