import { createHmac, createPublicKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { isObject } from '#app/core/providers/shared/json.ts';

/** Maximum age of a signed webhook in seconds, and maximum lead over our clock. */
const TOLERANCE_S = 300;

/**
 * A webhook's content: the job, by the provider's own id, and whether the provider signed it. An unsigned one
 * only makes the next poll happen sooner; one with a wrong or old signature counts as unsigned.
 */
export interface WebhookReport {
  jobId: string | null;
  isSigned: boolean;
  /** The answer to a webhook that reports nothing and only checks that the address responds. */
  reply?: object;
}

/** A webhook as it arrived: the signature covers exactly these bytes. */
export interface WebhookCall {
  headers: Pick<Headers, 'get'>;
  body: Buffer;
}

/** Max keys of a set. */
const MAX_KEYS = 16;

/** Whether a header's time in Unix seconds is within the tolerance of now. */
export function isFresh(timestamp: string | null, now: number): boolean {
  if (timestamp === null || !/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(now / 1000 - Number(timestamp)) <= TOLERANCE_S;
}

/** Compares an HMAC-SHA256 over some bytes with a signature, in constant time. */
export function matchesHmac(
  key: Buffer | string,
  signed: readonly (Buffer | string)[],
  signature: Buffer,
): boolean {
  const hmac = createHmac('sha256', key);
  for (const part of signed) hmac.update(part);
  const expected = hmac.digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

/** The job id in a body, if there is a valid one. */
export function jobIn(body: Buffer, member: string): string | null {
  return jobNamed(objectIn(body)[member]);
}

export function jobNamed(id: unknown): string | null {
  return typeof id === 'string' && /^[\w.~-]{1,128}$/.test(id) ? id : null;
}

/** Parses a JSON body; an empty object if it is anything else. */
export function objectIn(body: Buffer): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(body.toString('utf8'));
    return isObject(json) ? json : {};
  } catch {
    return {};
  }
}

/**
 * The Ed25519 keys of a key set (`{"keys":[{"kty":"OKP","crv":"Ed25519","x":...}]}`); other keys are left
 * out.
 */
export function readKeySet(json: unknown): KeyObject[] {
  const listed = isObject(json) ? json['keys'] : null;
  if (!Array.isArray(listed)) return [];
  return listed.slice(0, MAX_KEYS).flatMap((one: unknown) => {
    const { kty, crv, x } = isObject(one) ? one : {};
    if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string' || x.length > 64) return [];
    try {
      return [createPublicKey({ key: { kty, crv, x }, format: 'jwk' })];
    } catch {
      return [];
    }
  });
}
