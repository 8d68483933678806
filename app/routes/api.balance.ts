import { balanceCall } from '#app/features/billing/calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ GET: balanceCall });
export const loader = route.loader;
export const action = route.action;
