import { createWebhookCall, listWebhooksCall } from '#app/features/hub-api/webhook-calls.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';

const route = hubRoute({ GET: listWebhooksCall, POST: createWebhookCall });
export const loader = route.loader;
export const action = route.action;
