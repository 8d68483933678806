import type { KeyObject } from 'node:crypto';
import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import { openAddress } from '#app/core/platform/addresses/foreign-address.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import {
  jobIn,
  readBflWebhook,
  readFalWebhook,
  readKeySet,
  readMinimaxWebhook,
  readReplicateWebhook,
  type WebhookCall,
  type WebhookReport,
} from '#app/core/providers/media/webhooks.ts';

type Reader = (call: WebhookCall) => WebhookReport | Promise<WebhookReport>;

/** The reader of each dialect's webhooks. */
const READERS: Readonly<Partial<Record<Dialect, Reader>>> = {
  bfl: (call) => readBflWebhook(call, config().BFL_WEBHOOK_SECRET),
  fal: readFal,
  replicate: (call) => readReplicateWebhook(call, config().REPLICATE_WEBHOOK_SECRET),
  kling: ({ body }) => ({ jobId: jobIn(body, 'task_id'), isSigned: false }),
  luma: ({ body }) => ({ jobId: jobIn(body, 'id'), isSigned: false }),
  minimax: readMinimaxWebhook,
};

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

let latest: Promise<KeySet> | null = null;

/** The content of a webhook, and whether its signature is valid; null from a provider without webhook URL. */
export async function readWebhook(dialect: Dialect | null, call: WebhookCall): Promise<WebhookReport | null> {
  return (await (dialect && READERS[dialect])?.(call)) ?? null;
}

/** Returns whether a provider signs its webhooks and we can verify them. */
export function isSignedBy(dialect: Dialect | null): boolean {
  const { BFL_WEBHOOK_SECRET, REPLICATE_WEBHOOK_SECRET } = config();
  if (dialect === 'bfl') return BFL_WEBHOOK_SECRET !== undefined;
  if (dialect === 'replicate') return REPLICATE_WEBHOOK_SECRET !== undefined;
  return dialect === 'fal';
}

/** A key that we do not know yet may be a new one: fetches the keys again once. */
async function readFal(call: WebhookCall): Promise<WebhookReport> {
  const known = await falKeys();
  const news = readFalWebhook(call, known.keys);
  if (news.isSigned || call.headers.get('x-fal-webhook-signature') === null) return news;
  const newer = await falKeys(known);
  return newer === known ? news : readFalWebhook(call, newer.keys);
}

/**
 * The keys that fal publishes, cached for a day; none as long as they cannot be read.
 * @param outdated keys that did not fit: newer ones are fetched, unless these are at most a few minutes old
 */
async function falKeys(outdated: KeySet | null = null): Promise<KeySet> {
  const known = await latest;
  const lifetimeMs = known === outdated || known?.keys.length === 0 ? MIN_REFETCH_MS : LIFETIME_MS;
  if (known === null || Date.now() - known.readAt > lifetimeMs) latest = readKeys(known);
  return latest ?? readKeys(null);
}

/** @param known returned unchanged when the address does not answer */
async function readKeys(known: KeySet | null): Promise<KeySet> {
  const readAt = Date.now();
  try {
    return { keys: readKeySet(await fetchKeys()), readAt };
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'the keys of fal cannot be read');
    return { keys: known?.keys ?? [], readAt };
  }
}

async function fetchKeys(): Promise<unknown> {
  const address = config().FAL_JWKS_URL;
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
