import { createHmac, timingSafeEqual } from 'node:crypto';
import { isObject } from '#app/core/providers/shared/json.ts';

/** Seconds that a signed webhook may be older, or newer by our clock. */
const TOLERANCE_S = 300;

/**
 * What a webhook tells: of which job, by the provider's own name, and whether the provider has signed it. One that is
 * not signed only brings the next look nearer; one that is signed wrongly, or too old, is not signed.
 */
export interface WebhookNews {
  jobId: string | null;
  isSigned: boolean;
  /** It reports nothing yet and only asks whether anybody is there: what it wants to hear. */
  reply?: object;
}

/** A webhook as it arrived: the signature is over these very bytes. */
export interface WebhookCall {
  headers: Pick<Headers, 'get'>;
  body: Buffer;
}

/** Whether a time in Unix seconds, as a header says it, is now. */
export function isFresh(timestamp: string | null, now: number): boolean {
  if (timestamp === null || !/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(now / 1000 - Number(timestamp)) <= TOLERANCE_S;
}

/** Compares HMAC-SHA256 over some bytes with a signature, in a time that tells nothing of where they differ. */
export function isHmac(
  key: Buffer | string,
  signed: readonly (Buffer | string)[],
  signature: Buffer,
): boolean {
  const hmac = createHmac('sha256', key);
  for (const part of signed) hmac.update(part);
  const expected = hmac.digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

/** The name of the job in a body, where there is one that can be a name. */
export function jobIn(body: Buffer, member: string): string | null {
  return jobNamed(objectIn(body)[member]);
}

export function jobNamed(id: unknown): string | null {
  return typeof id === 'string' && /^[\w.~-]{1,128}$/.test(id) ? id : null;
}

/** A body of JSON; an empty object where it is anything else. */
export function objectIn(body: Buffer): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(body.toString('utf8'));
    return isObject(json) ? json : {};
  } catch {
    return {};
  }
}
