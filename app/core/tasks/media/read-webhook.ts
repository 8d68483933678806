import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import { config } from '#app/core/platform/config.ts';
import { jobIn, readBflWebhook, readFalWebhook, readMinimaxWebhook, readReplicateWebhook, type WebhookCall, type WebhookNews } from '#app/core/providers/media/webhooks.ts';
import { falKeys } from './fal-keys.ts';

type Reader = (call: WebhookCall) => WebhookNews | Promise<WebhookNews>;

/** How each wire reports that something has changed. */
const READERS: Readonly<Partial<Record<Dialect, Reader>>> = {
  bfl: (call) => readBflWebhook(call, config().BFL_WEBHOOK_SECRET),
  fal: readFal,
  replicate: (call) => readReplicateWebhook(call, config().REPLICATE_WEBHOOK_SECRET),
  kling: ({ body }) => ({ jobId: jobIn(body, 'task_id'), isSigned: false }),
  luma: ({ body }) => ({ jobId: jobIn(body, 'id'), isSigned: false }),
  minimax: readMinimaxWebhook,
};

/** What a webhook says, and whether it can be believed; null from a provider that is given no address to report to. */
export async function readWebhook(dialect: Dialect | null, call: WebhookCall): Promise<WebhookNews | null> {
  return (await (dialect && READERS[dialect])?.(call)) ?? null;
}

/** Whether a provider signs what it reports, as far as we can check. */
export function isSignedBy(dialect: Dialect | null): boolean {
  const { BFL_WEBHOOK_SECRET, REPLICATE_WEBHOOK_SECRET } = config();
  if (dialect === 'bfl') return BFL_WEBHOOK_SECRET !== undefined;
  if (dialect === 'replicate') return REPLICATE_WEBHOOK_SECRET !== undefined;
  return dialect === 'fal';
}

/** A key that we do not know yet may be a new one. */
async function readFal(call: WebhookCall): Promise<WebhookNews> {
  const known = await falKeys();
  const news = readFalWebhook(call, known.keys);
  if (news.isSigned || call.headers.get('x-fal-webhook-signature') === null) return news;
  const newer = await falKeys(known);
  return newer === known ? news : readFalWebhook(call, newer.keys);
}
