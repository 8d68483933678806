import { testWebhookCall } from '#app/features/hub-api/webhook-calls.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';

const route = hubRoute({ POST: testWebhookCall });
export const loader = route.loader;
export const action = route.action;
