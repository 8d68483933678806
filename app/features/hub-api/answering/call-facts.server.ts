import { createHash } from 'node:crypto';
import type { AppLoadContext } from '@remix-run/node';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import type { KeyHolder } from '#app/core/api-keys/known-keys.ts';
import { hashIdempotencyKey } from '#app/core/idempotency/idempotent-call.ts';
import { newId, timeOfId } from '#app/core/platform/ids.ts';
import type { CallFacts } from '#app/core/targets/api-call.ts';

/** More retries than any client makes; higher counts are recorded as this number. */
const MAX_RETRIES = 100;

interface AuthenticatedCall extends KeyHolder {
  request: ApiRequest;
  context: AppLoadContext;
  /** The body as received. */
  bytes: Uint8Array;
}

/**
 * The caller of a request, and the facts by which a repeat is recognized; the same for every task.
 * @throws AppError invalid_request for a malformed Idempotency-Key
 */
export function callFacts({
  request,
  context,
  user,
  key,
  bytes,
}: AuthenticatedCall): Omit<CallFacts, 'target'> {
  return {
    generationId: newId(),
    userId: user.id,
    signal: context.closed,
    key,
    storesContent: user.keepsCalls,
    requestId: context.requestId,
    ...repeatFacts(request, bytes),
  };
}

function repeatFacts(
  { url, headers }: ApiRequest,
  body: Uint8Array,
): Pick<CallFacts, 'requestHash' | 'idempotencyKeyHash' | 'retryCount'> {
  // A call through the other base path of the API counts as a repeat, too.
  const pathname = new URL(url).pathname.replace(/^\/v1\//i, '/api/v1/');
  const retry = headers.get('x-stainless-retry-count') ?? '';
  return {
    requestHash: createHash('sha256').update(`${pathname}\n`).update(body).digest('hex'),
    idempotencyKeyHash: hashIdempotencyKey(headers.get('idempotency-key')),
    retryCount: /^\d{1,6}$/.test(retry) ? Math.min(Number(retry), MAX_RETRIES) : 0,
  };
}

/** The time of a call, in seconds since 1970. A repeat of the call returns the same time. */
export function createdAt(generationId: string): number {
  return Math.floor(timeOfId(generationId).getTime() / 1000);
}
