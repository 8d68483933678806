import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import {
  webhookEndpointChange,
  webhookEndpointRequest,
  type NewWebhookEndpointAnswer,
  type WebhookEndpointAnswer,
  type WebhookEndpointDeletedAnswer,
  type WebhookEndpointListAnswer,
  type WebhookEndpointTestAnswer,
} from '#app/contracts/openai/webhook-endpoint.ts';
import {
  TEST_EVENT,
  WEBHOOK_EVENTS,
  type EndpointState,
  type WebhookEvent,
} from '#app/contracts/webhooks/endpoint.ts';
import { differentBody } from '#app/core/idempotency/idempotent-call.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { sendTest } from '#app/core/webhooks/deliveries/events.ts';
import { changeEndpoint, deleteEndpoint, switchEndpoint } from '#app/core/webhooks/endpoint-changes.ts';
import { createEndpoint, findCreation, refOfCreation } from '#app/core/webhooks/endpoint-creation.ts';
import { findEndpoint, listEndpoints, stateOf, type Endpoint } from '#app/core/webhooks/endpoint.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { JsonResponse } from '#app/http/response/written-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { callFacts } from './answering/call-facts.server.ts';

const params = z.object({ endpointId: z.string() });

const view = (endpoint: Endpoint) => toEndpointObject(endpoint, stateOf(endpoint));

/** GET /api/v1/webhook_endpoints: all webhooks of the account, oldest first. */
export const listWebhooksCall = hubEndpoint({}, async ({ user }): Promise<WebhookEndpointListAnswer> => {
  const endpoints = await listEndpoints(AUTOCOMMIT, user.id);
  return { object: 'list', data: endpoints.map(view), has_more: false };
});

/**
 * GET /api/v1/webhook_endpoints/{id}. @throws AppError not_found for an id that is unknown or of another
 * account
 */
export const webhookCall = hubEndpoint({ params }, async ({ user, params: { endpointId } }) =>
  view(await findEndpoint(AUTOCOMMIT, { userId: user.id, endpointId })),
);

/** POST /api/v1/webhook_endpoints/{id}: changes its fields. @throws AppError not_found, invalid_request */
export const changeWebhookCall = hubEndpoint(
  { params, body: webhookEndpointChange },
  async ({ user, params: { endpointId }, body }): Promise<WebhookEndpointAnswer> => {
    await consumeWriteQuota(user.id);
    const named = { userId: user.id, endpointId };
    const { enabled, name, url, events } = body;
    const hasChanges = name !== undefined || url !== undefined || events !== undefined;
    if (hasChanges) await changeEndpoint(named, { name, url, events });
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

/** POST /api/v1/webhook_endpoints/{id}/test: sends an event without data. @throws AppError not_found */
export const testWebhookCall = hubEndpoint(
  { params },
  async ({ user, params: { endpointId } }): Promise<WebhookEndpointTestAnswer> => {
    await consumeWriteQuota(user.id);
    const { id, created_at } = await sendTest({ userId: user.id, endpointId });
    return { id, object: 'event', type: TEST_EVENT, created_at };
  },
);

/**
 * POST /api/v1/webhook_endpoints: creates a webhook, and returns its secret. A repeat with the same
 * Idempotency-Key returns the same webhook.
 */
export const createWebhookCall = hubEndpoint({ body: webhookEndpointRequest }, async (incoming) => {
  const { user, key, body } = incoming;
  await consumeWriteQuota(user.id);
  const { idempotencyKeyHash: keyHash, requestHash } = callFacts(incoming);
  const createRef = keyHash === null ? null : refOfCreation({ apiKeyId: key.id, keyHash, requestHash });
  const repeated = createRef && (await repeatOf(user.id, createRef));
  if (repeated) return repeated;
  const { name, url, events = WEBHOOK_EVENTS } = body;
  const made = await createEndpoint({ userId: user.id, name, url, events, createRef });
  if (made) return answer(user.id, made);
  const atOnce = createRef && (await repeatOf(user.id, createRef));
  if (atOnce) return atOnce;
  throw new AppError('conflict', { message: 'It was deleted right after it was created.' });
});

/** The facts of an endpoint. */
interface EndpointRecord {
  id: string;
  name: string;
  url: string;
  events: readonly WebhookEvent[];
  failingSince: Date | null;
  createdAt: Date;
}

const STATUSES: Readonly<Record<EndpointState, WebhookEndpointAnswer['status']>> = {
  on: 'enabled',
  off: 'disabled',
  failing: 'failing',
};

const inSeconds = (time: Date) => Math.floor(time.getTime() / 1000);

/** The answer of an earlier creation with the same Idempotency-Key. @throws AppError conflict */
async function repeatOf(userId: string, createRef: string): Promise<JsonResponse | null> {
  const created = await findCreation(userId, createRef);
  if (!created) return null;
  const { endpoint, secret, isSame } = created;
  if (!isSame) throw differentBody();
  if (secret === null)
    throw new AppError('conflict', {
      param: 'Idempotency-Key',
      message: `The webhook ${endpoint.id} was created by this request, and its secret has been replaced since.`,
      shouldRetry: false,
    });
  return answer(userId, { endpointId: endpoint.id, secret }, { 'idempotent-replayed': 'true' });
}

async function answer(
  userId: string,
  { endpointId, secret }: { endpointId: string; secret: string },
  headers: Record<string, string> = {},
): Promise<JsonResponse> {
  const endpoint = await findEndpoint(AUTOCOMMIT, { userId, endpointId });
  const answered: NewWebhookEndpointAnswer = { ...toEndpointObject(endpoint, stateOf(endpoint)), secret };
  return new JsonResponse(answered, { headers: { 'cache-control': 'no-store', ...headers } });
}

/** An endpoint in the form of the API, without its secret. */
function toEndpointObject(endpoint: EndpointRecord, state: EndpointState): WebhookEndpointAnswer {
  const { id, name, url, events, failingSince, createdAt } = endpoint;
  return {
    id,
    object: 'webhook_endpoint',
    name,
    url,
    events: [...events],
    status: STATUSES[state],
    failing_since: failingSince && inSeconds(failingSince),
    created_at: inSeconds(createdAt),
  };
}
