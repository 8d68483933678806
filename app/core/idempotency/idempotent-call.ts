import { createHash } from 'node:crypto';
import { AppError } from '#app/contracts/errors.ts';

/** Identity of a client's call, by which its repeats are recognised. */
export interface IdempotentCall {
  apiKeyId: string;
  /** SHA-256 of the client's Idempotency-Key, hex. */
  keyHash: string;
  /** SHA-256 of path and body, hex: the same key with another body is a client's mistake. */
  requestHash: string;
}

/** Printable ASCII, as HTTP allows it. */
const FORM = /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/**
 * Hashes an Idempotency-Key header; null when there is none.
 * @throws AppError invalid_request
 */
export function hashIdempotencyKey(header: string | null): string | null {
  if (header === null) return null;
  if (FORM.test(header)) return createHash('sha256').update(header).digest('hex');
  throw new AppError('invalid_request', {
    param: 'Idempotency-Key',
    message: 'Idempotency-Key: 1 to 255 printable ASCII characters are expected.',
  });
}

/** Map key of a call: its API key and the hash of its Idempotency-Key. */
export function nameOf({ apiKeyId, keyHash }: Pick<IdempotentCall, 'apiKeyId' | 'keyHash'>): string {
  return `${apiKeyId} ${keyHash}`;
}

/** @throws AppError conflict when a known call was sent with another body */
export function assertSameBody(known: IdempotentCall, call: IdempotentCall): void {
  if (known.requestHash !== call.requestHash) throw differentBody();
}

/** The error for a call whose Idempotency-Key belongs to a call with another body. */
export function differentBody(): AppError {
  return new AppError('conflict', {
    param: 'Idempotency-Key',
    message: 'This Idempotency-Key was used for a request with another body.',
    // A retry can never succeed.
    shouldRetry: false,
  });
}

/** The error for a repeat of an answered and charged call whose answer was too large to be stored. */
export function answerNotStored(generationId: string): AppError {
  return new AppError('conflict', {
    param: 'Idempotency-Key',
    message:
      'The call of this Idempotency-Key was answered and charged once; its answer was too large to be kept. ' +
      `Its receipt: GET /api/v1/generation?id=${generationId}`,
    params: { generationId },
    shouldRetry: false,
  });
}
