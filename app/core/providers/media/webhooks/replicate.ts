import { isFresh, isHmac, jobIn, type WebhookCall, type WebhookNews } from './signature.ts';

/** More signatures than a secret that is being changed has. */
const MOST_SIGNATURES = 8;

/**
 * Reads a webhook in the form of Standard Webhooks.
 * @param secret `whsec_` and the key in base64; undefined: nothing is signed as far as we can tell
 * @param now milliseconds
 */
export function readReplicateWebhook(
  { headers, body }: WebhookCall,
  secret: string | undefined,
  now = Date.now(),
): WebhookNews {
  const jobId = jobIn(body, 'id');
  const id = headers.get('webhook-id');
  const timestamp = headers.get('webhook-timestamp');
  if (!secret || !id || !isFresh(timestamp, now)) return { jobId, isSigned: false };
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = [`${id}.${timestamp}.`, body];
  const signatures = (headers.get('webhook-signature') ?? '').split(' ', MOST_SIGNATURES);
  const isSigned = signatures
    .filter((one) => one.startsWith('v1,'))
    .some((one) => isHmac(key, signed, Buffer.from(one.slice('v1,'.length), 'base64')));
  return { jobId, isSigned: isSigned && key.length > 0 };
}
