import { balanceCall } from '#app/features/billing/balance-call.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ GET: balanceCall });
export const loader = route.loader;
export const action = route.action;
