import { coinbaseWebhook } from '#app/features/billing/calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ POST: coinbaseWebhook });
export const loader = route.loader;
export const action = route.action;
