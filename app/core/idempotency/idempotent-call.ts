import { createHash } from 'node:crypto';
import { AppError } from '#app/contracts/errors.ts';

/** What a client calls one of its calls, so that a repeat of it is known. */
export interface IdempotentCall {
  apiKeyId: string;
  /** SHA-256 of the client's Idempotency-Key, hex. */
  keyHash: string;
  /** SHA-256 of path and body, hex: the same key with another body is a mistake of the client. */
  requestHash: string;
}

/** Printable ASCII, as HTTP carries it. */
const FORM = /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/**
 * The hash of an Idempotency-Key header; null when there is none.
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

/** One text for the pair that a call is known by. */
export function nameOf({ apiKeyId, keyHash }: Pick<IdempotentCall, 'apiKeyId' | 'keyHash'>): string {
  return `${apiKeyId} ${keyHash}`;
}

/** @throws AppError conflict when a known call came with another body */
export function assertSameBody(known: IdempotentCall, call: IdempotentCall): void {
  if (known.requestHash !== call.requestHash) throw differentBody();
}

/** What is answered to a call whose name another one has. */
export function differentBody(): AppError {
  return new AppError('conflict', {
    param: 'Idempotency-Key',
    message: 'This Idempotency-Key was used for a call with another body.',
    // No repeat will ever fare better.
    shouldRetry: false,
  });
}

/** What a repeat is told whose call was answered and paid for, when that answer was too large to be kept. */
export function answerNotKept(generationId: string): AppError {
  return new AppError('conflict', {
    param: 'Idempotency-Key',
    message:
      'The call of this Idempotency-Key was answered and charged once; its answer was too large to be kept. ' +
      `Its receipt: GET /api/v1/generation?id=${generationId}`,
    params: { generationId },
    shouldRetry: false,
  });
}
