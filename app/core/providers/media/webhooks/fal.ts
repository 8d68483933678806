import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { isObject } from '#app/core/providers/shared/json.ts';
import { isFresh, jobIn, type WebhookCall, type WebhookNews } from './signature.ts';

const MOST_KEYS = 16;
const NAMES = ['request-id', 'user-id', 'timestamp'] as const;
/** An Ed25519 signature has 64 bytes. */
const SIGNATURE = /^[0-9a-f]{128}$/i;

/**
 * Reads a webhook that is signed by one of the provider's keys.
 * @param keys as `readKeySet` read them
 * @param now milliseconds
 */
export function readFalWebhook(
  { headers, body }: WebhookCall,
  keys: readonly KeyObject[],
  now = Date.now(),
): WebhookNews {
  const jobId = jobIn(body, 'request_id');
  const values = NAMES.map((name) => headers.get(`x-fal-webhook-${name}`));
  const signature = headers.get('x-fal-webhook-signature') ?? '';
  if (values.includes(null) || !isFresh(values[2] ?? null, now) || !SIGNATURE.test(signature))
    return { jobId, isSigned: false };
  const digest = createHash('sha256').update(body).digest('hex');
  const signed = Buffer.from([...values, digest].join('\n'));
  const bytes = Buffer.from(signature, 'hex');
  return { jobId, isSigned: keys.some((key) => verify(null, signed, key, bytes)) };
}

/** The Ed25519 keys of a key set (`{"keys":[{"kty":"OKP","crv":"Ed25519","x":...}]}`); other keys are left out. */
export function readKeySet(json: unknown): KeyObject[] {
  const listed = isObject(json) ? json['keys'] : null;
  if (!Array.isArray(listed)) return [];
  return listed.slice(0, MOST_KEYS).flatMap((one: unknown) => {
    const { kty, crv, x } = isObject(one) ? one : {};
    if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string' || x.length > 64) return [];
    try {
      return [createPublicKey({ key: { kty, crv, x }, format: 'jwk' })];
    } catch {
      return [];
    }
  });
}
