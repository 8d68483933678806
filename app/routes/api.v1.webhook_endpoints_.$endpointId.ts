import {
  changeWebhookCall,
  deleteWebhookCall,
  webhookCall,
} from '#app/features/hub-api/webhook-calls.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';

const route = hubRoute({ GET: webhookCall, POST: changeWebhookCall, DELETE: deleteWebhookCall });
export const loader = route.loader;
export const action = route.action;
