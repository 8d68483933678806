import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { trimEnd } from '#app/contracts/text/trim-end.ts';
import { config } from '#app/core/platform/config.ts';
import { isPublicHost } from '#app/core/platform/addresses/hosts.ts';

/** An order that a webhook is about, as its address names it. */
export interface WebhookPlace {
  provider: string;
  generationId: string;
}

const TOKEN = /^[\w-]{43}$/;

/**
 * Where a provider may report on an order: an address that nobody can guess. It is the same each time that it is asked for,
 * so that an order is known again by it in a provider's list.
 * @returns null where no provider reaches us
 */
export function webhookAddress(provider: string, generationId: string): string | null {
  const base = publicAddress();
  if (base === null) return null;
  const [newest = ''] = secrets();
  const token = tokenOf({ provider, generationId }, newest);
  // In the query, which no log keeps.
  return `${base}/api/media/webhooks/${provider}/${generationId}?token=${token}`;
}

/** Whether a token is the one of an address that we have given out. Every secret of the list is accepted. */
export function isWebhookToken(place: WebhookPlace, token: string): boolean {
  if (!TOKEN.test(token)) return false;
  const given = Buffer.from(token);
  return secrets().some((secret) => timingSafeEqual(given, Buffer.from(tokenOf(place, secret))));
}

/** The operator's own word for it, else the address that people use, where it is on the public internet. */
function publicAddress(): string | null {
  const { APP_URL, PROVIDER_WEBHOOK_URL } = config();
  if (PROVIDER_WEBHOOK_URL !== undefined) return trimEnd(PROVIDER_WEBHOOK_URL, '/');
  if (APP_URL === undefined) return null;
  const { protocol, hostname } = new URL(APP_URL);
  return protocol === 'https:' && isPublicHost(hostname) ? trimEnd(APP_URL, '/') : null;
}

function secrets(): string[] {
  return config()
    .SESSION_SECRET.split(',')
    .map((secret) => secret.trim());
}

function tokenOf({ provider, generationId }: WebhookPlace, secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'webhook of a provider', 32));
  return createHmac('sha256', key).update(`${provider}\n${generationId}`).digest('base64url');
}
