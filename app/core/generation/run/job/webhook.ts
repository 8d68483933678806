import { AppError } from '#app/contracts/errors.ts';
import {
  GENERATION_COLUMNS,
  toGeneration,
  type Generation,
  type GenerationRow,
} from '#app/core/generation/record/row.ts';
import { logger } from '#app/core/platform/logger.ts';
import type { WebhookCall } from '#app/core/providers/media/shared/webhooks.ts';
import { enqueuePoll } from '#app/core/queue/enqueue.ts';
import type { WebhookPlace } from '#app/core/tasks/media/webhook-address.ts';
import { taskNames, taskOf } from '#app/core/tasks/table.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { readJob, type JobRow } from './job-row.ts';

/**
 * Min milliseconds between polls caused by unsigned webhooks: anyone who knows their address can send them.
 */
const HINTED_PAUSE_MS = 10_000;

/**
 * Handles a provider's webhook about an order. It is trusted only to report a change and, if the provider
 * signed it, the id of the job: the job is polled sooner. Webhooks about a job that has ended have no effect.
 * @param place from the webhook's address, whose token was checked
 * @returns the response to a provider that verifies its webhook address, else null
 * @throws AppError not_found for an order of another provider, and for a job that is not the order's
 */
export async function handleProviderWebhook(
  { provider, generationId }: WebhookPlace,
  call: WebhookCall,
): Promise<object | null> {
  const generation = await findOpen(generationId);
  if (!generation) return null;
  const row = await readJob(generation);
  if (!row.isOrdering || row.candidate.provider !== provider) throw nothing();
  const news = await taskOf(generation).job?.readWebhook?.(call, row.candidate);
  if (!news || !isMeant(row, news.jobId)) throw nothing();
  if (news.reply) return news.reply;
  logger().info({ generationId, provider, isSigned: news.isSigned }, 'webhook of a provider');
  if (!news.isSigned) {
    await hintJob(generationId);
    return null;
  }
  if (row.providerJobId === null && news.jobId !== null)
    await storeWebhookJobId(generationId, provider, news.jobId);
  await wakeJob(generationId);
  return null;
}

async function findOpen(id: string): Promise<Generation | null> {
  const row = await selectRow<GenerationRow>(
    AUTOCOMMIT,
    `SELECT ${GENERATION_COLUMNS} FROM generations WHERE id = ? AND state = 'running'`,
    [id],
  );
  return row ? toGeneration(row) : null;
}

/** Whether a webhook's job can be the one that was ordered. The stored id contains the provider's. */
function isMeant({ providerJobId }: JobRow, toldId: string | null): boolean {
  if (providerJobId === null || toldId === null) return true;
  return providerJobId.split(/[^\w.~-]+/).includes(toldId);
}

/** Stores the job id for a worker that looks for the order: the response was lost or has not arrived yet. */
async function storeWebhookJobId(id: string, provider: string, toldId: string): Promise<void> {
  await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET told_job_id = ?
     WHERE id = ? AND provider = ? AND state = 'running' AND ordering_at IS NOT NULL AND provider_job_id IS NULL`,
    [toldId, id, provider],
  );
}

function nothing(): AppError {
  return new AppError('not_found', { message: 'Not found.' });
}

/**
 * Schedules a poll for now, for a job that waits at its provider or for a step; during a poll, right after
 * it.
 */
export async function wakeJob(id: string): Promise<void> {
  const isOpen = await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET next_poll_at = NOW(3) WHERE id = ? AND state = 'running'`,
    [id],
  );
  if (isOpen === 1) await enqueueDuePoll(id);
}

/**
 * The same for an unsigned webhook: the poll follows some seconds after the last one caused this way, and
 * never later than already scheduled.
 */
async function hintJob(id: string): Promise<void> {
  const at = 'GREATEST(NOW(3), COALESCE(hinted_at + INTERVAL ? MICROSECOND, NOW(3)))';
  const pause = HINTED_PAUSE_MS * 1000;
  const isNearer = await change(
    AUTOCOMMIT,
    // MySQL assigns from left to right: the second assignment reads the result of the first.
    `UPDATE generations FORCE INDEX (PRIMARY) SET next_poll_at = ${at}, hinted_at = next_poll_at
     WHERE id = ? AND state = 'running' AND (next_poll_at IS NULL OR next_poll_at > ${at})`,
    [pause, id, pause],
  );
  if (isNearer === 1) await enqueueDuePoll(id);
}

/**
 * Enqueues a due poll without waiting for the sweeper, which finds it as well, if this version knows the
 * task.
 */
async function enqueueDuePoll(id: string): Promise<void> {
  const row = await selectRow<{ task: string; attempt: number }>(
    AUTOCOMMIT,
    'SELECT task, attempt FROM generations WHERE id = ? AND worker_id IS NULL AND next_poll_at <= NOW(3)',
    [id],
  );
  if (row && taskNames().includes(row.task))
    enqueuePoll(taskOf(row).queue, { generationId: id, attempt: row.attempt });
}
