import {
  createHash,
  createHmac,
  createPublicKey,
  timingSafeEqual,
  verify,
  type KeyObject,
} from 'node:crypto';
import { inside } from './shared/pieces.ts';
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

const MAX_FAL_KEYS = 16;

const FAL_HEADERS = ['request-id', 'user-id', 'timestamp'] as const;

/** An Ed25519 signature has 64 bytes. */
const FAL_SIGNATURE = /^[0-9a-f]{128}$/i;

/** Maximum signatures to check; a secret under rotation has fewer. */
const MAX_SIGNATURES = 8;

const BFL_SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

/** Challenges that are safe to echo to any sender: a single word. */
const CHALLENGE = /^[\w.~+/=:-]{1,256}$/;

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
 * Reads a webhook that is signed with one of the provider's keys.
 * @param keys from `readKeySet`
 * @param now milliseconds
 */
export function readFalWebhook(
  { headers, body }: WebhookCall,
  keys: readonly KeyObject[],
  now = Date.now(),
): WebhookReport {
  const jobId = jobIn(body, 'request_id');
  const values = FAL_HEADERS.map((name) => headers.get(`x-fal-webhook-${name}`));
  const signature = headers.get('x-fal-webhook-signature') ?? '';
  if (values.includes(null) || !isFresh(values[2] ?? null, now) || !FAL_SIGNATURE.test(signature))
    return { jobId, isSigned: false };
  const digest = createHash('sha256').update(body).digest('hex');
  const signed = Buffer.from([...values, digest].join('\n'));
  const bytes = Buffer.from(signature, 'hex');
  return { jobId, isSigned: keys.some((key) => verify(null, signed, key, bytes)) };
}

/**
 * The Ed25519 keys of a key set (`{"keys":[{"kty":"OKP","crv":"Ed25519","x":...}]}`); other keys are left
 * out.
 */
export function readKeySet(json: unknown): KeyObject[] {
  const listed = isObject(json) ? json['keys'] : null;
  if (!Array.isArray(listed)) return [];
  return listed.slice(0, MAX_FAL_KEYS).flatMap((one: unknown) => {
    const { kty, crv, x } = isObject(one) ? one : {};
    if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string' || x.length > 64) return [];
    try {
      return [createPublicKey({ key: { kty, crv, x }, format: 'jwk' })];
    } catch {
      return [];
    }
  });
}

/**
 * Reads a webhook in the format of Standard Webhooks.
 * @param secret `whsec_` and the key in base64; if undefined, no webhook counts as signed
 * @param now milliseconds
 */
export function readReplicateWebhook(
  { headers, body }: WebhookCall,
  secret: string | undefined,
  now = Date.now(),
): WebhookReport {
  const jobId = jobIn(body, 'id');
  const id = headers.get('webhook-id');
  const timestamp = headers.get('webhook-timestamp');
  if (!secret || !id || !isFresh(timestamp, now)) return { jobId, isSigned: false };
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = [`${id}.${timestamp}.`, body];
  const signatures = (headers.get('webhook-signature') ?? '').split(' ', MAX_SIGNATURES);
  const isSigned = signatures
    .filter((one) => one.startsWith('v1,'))
    .some((one) => matchesHmac(key, signed, Buffer.from(one.slice('v1,'.length), 'base64')));
  return { jobId, isSigned: isSigned && key.length > 0 };
}

/**
 * Reads a webhook that is signed with the secret sent with the order. It contains no time, so it may be
 * replayed, but then reports the same.
 */
export function readBflWebhook({ headers, body }: WebhookCall, secret: string | undefined): WebhookReport {
  const jobId = jobIn(body, 'id');
  const [, hex] = BFL_SIGNATURE.exec(headers.get('x-bfl-signature') ?? '') ?? [];
  if (!secret || hex === undefined) return { jobId, isSigned: false };
  return { jobId, isSigned: matchesHmac(secret, [body], Buffer.from(hex, 'hex')) };
}

/**
 * Reads a webhook, which is never signed. While the provider accepts an order, it sends a challenge to the
 * address, which must be echoed within three seconds; else the order is refused.
 */
export function readMinimaxWebhook({ body }: Pick<WebhookCall, 'body'>): WebhookReport {
  const json = objectIn(body);
  const { challenge } = json;
  if (typeof challenge === 'string' && CHALLENGE.test(challenge))
    return { jobId: null, isSigned: false, reply: { challenge } };
  // The wire of the third generation reports the same object as its call for a task.
  return { jobId: jobNamed(json['task_id'] ?? inside(json, 'task')['id']), isSigned: false };
}
