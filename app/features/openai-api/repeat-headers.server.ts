import { createHash } from 'node:crypto';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import type { ApiCall } from '#app/core/targets/call/api-call.ts';
import { hashIdempotencyKey } from '#app/core/idempotency/idempotent-call.ts';

/** More tries than any client makes; what is above counts as this. */
const MOST_RETRIES = 100;

/**
 * What tells a repeat of a call: the client's Idempotency-Key, the number of the try that official clients send, and
 * the hash of path and body.
 * @throws AppError invalid_request for an Idempotency-Key that cannot be one
 */
export function readRepeatHeaders(
  request: ApiRequest,
  body: Uint8Array,
): Pick<ApiCall, 'requestHash' | 'idempotencyKeyHash' | 'retryCount'> {
  // The same call under the other name of the API is a repeat, too.
  const pathname = new URL(request.url).pathname.replace(/^\/v1\//i, '/api/v1/');
  const retry = request.headers.get('x-stainless-retry-count') ?? '';
  return {
    requestHash: createHash('sha256').update(`${pathname}\n`).update(body).digest('hex'),
    idempotencyKeyHash: hashIdempotencyKey(request.headers.get('idempotency-key')),
    retryCount: /^\d{1,6}$/.test(retry) ? Math.min(Number(retry), MOST_RETRIES) : 0,
  };
}
