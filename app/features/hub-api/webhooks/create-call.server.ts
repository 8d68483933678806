import { AppError } from '#app/contracts/errors.ts';
import type { NewWebhookEndpointAnswer } from '#app/contracts/openai/answers/webhook-endpoint-answer.ts';
import { webhookEndpointRequest } from '#app/contracts/openai/webhook-endpoint-request.ts';
import { WEBHOOK_EVENTS } from '#app/contracts/webhooks/endpoint.ts';
import { differentBody } from '#app/core/idempotency/idempotent-call.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { createEndpoint, findCreation, refOfCreation } from '#app/core/webhooks/endpoint-creation.ts';
import { findEndpoint, stateOf } from '#app/core/webhooks/endpoint.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { JsonResponse } from '#app/http/response/json-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { callFacts } from '../answering/call-facts.server.ts';
import { toEndpointObject } from './endpoint-object.ts';

/**
 * POST /api/v1/webhook_endpoints: makes a webhook, and tells its secret. A repeat with the same Idempotency-Key is answered
 * with the same webhook.
 */
export const createWebhookCall = hubEndpoint({ body: webhookEndpointRequest }, async (asked) => {
  const { user, key, body } = asked;
  await consumeWriteQuota(user.id);
  const { idempotencyKeyHash: keyHash, requestHash } = callFacts(asked);
  const createRef = keyHash === null ? null : refOfCreation({ apiKeyId: key.id, keyHash, requestHash });
  const repeated = createRef && (await repeatOf(user.id, createRef));
  if (repeated) return repeated;
  const { name, url, events = WEBHOOK_EVENTS } = body;
  const made = await createEndpoint({ userId: user.id, name, url, events, createRef });
  if (made) return answer(user.id, made);
  const atOnce = createRef && (await repeatOf(user.id, createRef));
  if (atOnce) return atOnce;
  throw new AppError('conflict', { message: 'It was made and deleted at this moment.' });
});

/** The answer of a creation that was named so before. @throws AppError conflict */
async function repeatOf(userId: string, createRef: string): Promise<JsonResponse | null> {
  const created = await findCreation(userId, createRef);
  if (!created) return null;
  const { endpoint, secret, isSame } = created;
  if (!isSame) throw differentBody();
  if (secret === null)
    throw new AppError('conflict', {
      param: 'Idempotency-Key',
      message: `The webhook ${endpoint.id} was made by this call, and its secret was replaced since.`,
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
  const told: NewWebhookEndpointAnswer = { ...toEndpointObject(endpoint, stateOf(endpoint)), secret };
  return new JsonResponse(told, { headers: { 'cache-control': 'no-store', ...headers } });
}
