import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { trimEnd } from '#app/contracts/text/trim-end.ts';
import { config } from '#app/core/platform/config.ts';
import { isPublicHost } from '#app/core/platform/addresses/hosts.ts';

/** The order that a webhook is about, as its URL names it. */
export interface WebhookPlace {
  provider: string;
  generationId: string;
}

const TOKEN = /^[\w-]{43}$/;

/**
 * The URL at which a provider may report on an order; it cannot be guessed. It is the same on each call, so
 * that an order can be recognised by it in a provider's list.
 * @returns null when providers cannot reach this server
 */
export function webhookAddress(provider: string, generationId: string): string | null {
  const base = publicAddress();
  if (base === null) return null;
  const [newest = ''] = secrets();
  const token = tokenOf({ provider, generationId }, newest);
  // The token is in the query, which no log contains.
  return `${base}/api/media/webhooks/${provider}/${generationId}?token=${token}`;
}

/** Returns whether a token belongs to a URL that we issued. Every secret of the list is accepted. */
export function isWebhookToken(place: WebhookPlace, token: string): boolean {
  if (!TOKEN.test(token)) return false;
  const given = Buffer.from(token);
  return secrets().some((secret) => timingSafeEqual(given, Buffer.from(tokenOf(place, secret))));
}

/** The operator's explicit setting, else the application's URL if it is on the public internet. */
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
