import { z } from 'zod';
import type { WebhookEndpointAnswer, WebhookEndpointDeletedAnswer, WebhookEndpointListAnswer, WebhookEndpointTestAnswer } from '#app/contracts/openai/answers/webhook-endpoint-answer.ts';
import { webhookEndpointChange } from '#app/contracts/openai/webhook-endpoint-request.ts';
import { TEST_EVENT } from '#app/contracts/webhooks/endpoint.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { changeEndpoint, deleteEndpoint, switchEndpoint } from '#app/core/webhooks/endpoint-changes.ts';
import { sendTest } from '#app/core/webhooks/deliveries/events.ts';
import { findEndpoint, listEndpoints, stateOf, type Endpoint } from '#app/core/webhooks/endpoint.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { toEndpointObject } from './endpoint-object.ts';

const params = z.object({ endpointId: z.string() });
const view = (endpoint: Endpoint) => toEndpointObject(endpoint, stateOf(endpoint));

/** GET /api/v1/webhook_endpoints: all of the account, the oldest first. */
export const listWebhooksCall = hubEndpoint({}, async ({ user }): Promise<WebhookEndpointListAnswer> => {
  const endpoints = await listEndpoints(AUTOCOMMIT, user.id);
  return { object: 'list', data: endpoints.map(view), has_more: false };
});

/** GET /api/v1/webhook_endpoints/{id}. @throws AppError not_found for what is unknown or somebody else's */
export const webhookCall = hubEndpoint({ params }, async ({ user, params: { endpointId } }) =>
  view(await findEndpoint(AUTOCOMMIT, { userId: user.id, endpointId })),
);

/** POST /api/v1/webhook_endpoints/{id}: changes what is said of it. @throws AppError not_found, invalid_request */
export const changeWebhookCall = hubEndpoint(
  { params, body: webhookEndpointChange },
  async ({ user, params: { endpointId }, body }): Promise<WebhookEndpointAnswer> => {
    await consumeWriteQuota(user.id);
    const named = { userId: user.id, endpointId };
    const { enabled, name, url, events } = body;
    const says = name !== undefined || url !== undefined || events !== undefined;
    if (says) await changeEndpoint(named, { name, url, events });
    if (enabled !== undefined) await switchEndpoint(named, enabled);
    return view(await findEndpoint(AUTOCOMMIT, named));
  },
);

/** DELETE /api/v1/webhook_endpoints/{id}. @throws AppError not_found */
export const deleteWebhookCall = hubEndpoint(
  { params },
  async ({ user, params: { endpointId } }): Promise<WebhookEndpointDeletedAnswer> => {
    await consumeWriteQuota(user.id);
    await deleteEndpoint({ userId: user.id, endpointId });
    return { id: endpointId, object: 'webhook_endpoint.deleted', deleted: true };
  },
);

/** POST /api/v1/webhook_endpoints/{id}/test: sends an event there that says nothing. @throws AppError not_found */
export const testWebhookCall = hubEndpoint(
  { params },
  async ({ user, params: { endpointId } }): Promise<WebhookEndpointTestAnswer> => {
    await consumeWriteQuota(user.id);
    const { id, created_at } = await sendTest({ userId: user.id, endpointId });
    return { id, object: 'event', type: TEST_EVENT, created_at };
  },
);
