import { isHmac, jobIn, type WebhookCall, type WebhookNews } from './signature.ts';

const SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

/**
 * Reads a webhook that is signed with the secret that went along with the order. No time is in it: it may come twice,
 * and says the same then.
 */
export function readBflWebhook({ headers, body }: WebhookCall, secret: string | undefined): WebhookNews {
  const jobId = jobIn(body, 'id');
  const [, hex] = SIGNATURE.exec(headers.get('x-bfl-signature') ?? '') ?? [];
  if (!secret || hex === undefined) return { jobId, isSigned: false };
  return { jobId, isSigned: isHmac(secret, [body], Buffer.from(hex, 'hex')) };
}
