import { providerWebhook } from '#app/features/provider-webhooks/webhook-calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ POST: providerWebhook });
export const loader = route.loader;
export const action = route.action;
