import { createWebhookCall } from '#app/features/hub-api/webhooks/create-call.server.ts';
import { listWebhooksCall } from '#app/features/hub-api/webhooks/endpoint-calls.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';

const route = hubRoute({ GET: listWebhooksCall, POST: createWebhookCall });
export const loader = route.loader;
export const action = route.action;
