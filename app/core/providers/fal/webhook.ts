import { createHash, verify, type KeyObject } from 'node:crypto';
import {
  isFresh,
  jobIn,
  type WebhookCall,
  type WebhookReport,
} from '#app/core/providers/media/shared/webhooks.ts';
import type { ProviderWebhook } from '#app/core/providers/provider.ts';

const HEADERS = ['request-id', 'user-id', 'timestamp'] as const;

const SIGNATURE_HEADER = 'x-fal-webhook-signature';

/** An Ed25519 signature has 64 bytes. */
const SIGNATURE = /^[0-9a-f]{128}$/i;

/** fal signs each webhook with a key of a set that it publishes. */
export const falWebhook: ProviderWebhook = {
  read: (call, { keys }) => readFalWebhook(call, keys),
  isVerifiable: () => true,
  keysAt: ({ headers }, { FAL_JWKS_URL: address }) =>
    headers.get(SIGNATURE_HEADER) === null ? undefined : address,
};

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
  const values = HEADERS.map((name) => headers.get(`x-fal-webhook-${name}`));
  const signature = headers.get(SIGNATURE_HEADER) ?? '';
  if (values.includes(null) || !isFresh(values[2] ?? null, now) || !SIGNATURE.test(signature))
    return { jobId, isSigned: false };
  const digest = createHash('sha256').update(body).digest('hex');
  const signed = Buffer.from([...values, digest].join('\n'));
  const bytes = Buffer.from(signature, 'hex');
  return { jobId, isSigned: keys.some((key) => verify(null, signed, key, bytes)) };
}
