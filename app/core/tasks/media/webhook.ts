import type { KeyObject } from 'node:crypto';
import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import { openAddress } from '#app/core/platform/addresses/foreign-address.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { webhookOf } from '#app/core/providers/media/registry.ts';
import {
  readKeySet,
  type WebhookCall,
  type WebhookReport,
} from '#app/core/providers/media/shared/webhooks.ts';

const TIMEOUT_MS = 5_000;

const MAX_BYTES = 64 * 1024;

/** Fetched keys may be cached for a day, and are fetched again no sooner than after this minimum. */
const LIFETIME_MS = 24 * 60 * 60_000;

const MIN_REFETCH_MS = 5 * 60_000;

/** The keys that webhooks are signed with, as published. */
interface KeySet {
  keys: readonly KeyObject[];
  readAt: number;
}

/** The last set of each address. */
const sets = new Map<string, Promise<KeySet>>();

/**
 * The content of a webhook, and whether its signature is valid; null from a provider that sends none. A key that
 * is not known yet may be a new one: the keys are fetched again once.
 */
export async function readWebhook(dialect: Dialect | null, call: WebhookCall): Promise<WebhookReport | null> {
  const webhook = webhookOf(dialect);
  if (!webhook) return null;
  const settings = config();
  const address = webhook.keysAt?.(call, settings);
  if (address === undefined) return webhook.read(call, { settings, keys: [] });
  const known = await keysAt(address);
  const report = webhook.read(call, { settings, keys: known.keys });
  if (report.isSigned) return report;
  const newer = await keysAt(address, known);
  return newer === known ? report : webhook.read(call, { settings, keys: newer.keys });
}

/** Returns whether a provider signs its webhooks and we can verify them. */
export function isSignedBy(dialect: Dialect | null): boolean {
  return webhookOf(dialect)?.isVerifiable?.(config()) ?? false;
}

/**
 * The keys that an address publishes, cached for a day; none as long as they cannot be read.
 * @param outdated keys that did not fit: newer ones are fetched, unless these are at most a few minutes old
 */
async function keysAt(address: string, outdated: KeySet | null = null): Promise<KeySet> {
  const known = await sets.get(address);
  const lifetimeMs = known === outdated || known?.keys.length === 0 ? MIN_REFETCH_MS : LIFETIME_MS;
  if (known && Date.now() - known.readAt <= lifetimeMs) return known;
  const read = readKeys(address, known);
  sets.set(address, read);
  return read;
}

/** @param known its keys are returned when the address does not answer */
async function readKeys(address: string, known: KeySet | undefined): Promise<KeySet> {
  const readAt = Date.now();
  try {
    return { keys: readKeySet(await fetchKeys(address)), readAt };
  } catch (error) {
    logger().warn({ address, error: (error as Error).message }, 'the keys of webhooks cannot be read');
    return { keys: known?.keys ?? [], readAt };
  }
}

async function fetchKeys(address: string): Promise<unknown> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await openAddress(address, { signal, trustedOrigin: new URL(address).origin });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer) {
    size += part.byteLength;
    if (size > MAX_BYTES) throw new Error('they are too long');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}
