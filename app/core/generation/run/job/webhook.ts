import { AppError } from '#app/contracts/errors.ts';
import {
  GENERATION_COLUMNS,
  toGeneration,
  type Generation,
  type GenerationRow,
} from '#app/core/generation/record/row.ts';
import { logger } from '#app/core/platform/logger.ts';
import type { WebhookCall } from '#app/core/providers/media/webhooks.ts';
import { enqueuePoll } from '#app/core/queue/enqueue.ts';
import type { WebhookPlace } from '#app/core/tasks/media/webhook-address.ts';
import { taskNames, taskOf } from '#app/core/tasks/table.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { readJob, type JobRow } from './job-row.ts';

/** Milliseconds between looks that unsigned webhooks have brought nearer: anybody may send them who knows their address. */
const HINTED_PAUSE_MS = 10_000;

/**
 * Takes on what a provider reports of an order. Nothing of what it says is believed but that something has changed, and, where
 * the provider has signed it, which of its jobs is meant: the job is looked at sooner than it would have been. One that has
 * ended is left alone, however often it is reported.
 * @param place as its address names it, whose token was checked
 * @returns what the provider wants to hear, from one that only asks whether its address is right
 * @throws AppError not_found for an order of another provider, and for a job that is not the order's
 */
export async function heedWebhook(
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
    await storeToldId(generationId, provider, news.jobId);
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

/** Whether a job is the one that was ordered, as far as is known. The name that we keep has the provider's in it. */
function isMeant({ providerJobId }: JobRow, toldId: string | null): boolean {
  if (providerJobId === null || toldId === null) return true;
  return providerJobId.split(/[^\w.~-]+/).includes(toldId);
}

/** For the worker that looks for the order: its answer was lost, or is just on its way. */
async function storeToldId(id: string, provider: string, toldId: string): Promise<void> {
  await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET told_job_id = ?
     WHERE id = ? AND provider = ? AND state = 'running' AND ordering_at IS NOT NULL AND provider_job_id IS NULL`,
    [toldId, id, provider],
  );
}

function nothing(): AppError {
  return new AppError('not_found', { message: 'There is nothing here.' });
}

/** Has a job looked at now that waits at its provider or for a step; one that is just being looked at, right after that. */
export async function wakeJob(id: string): Promise<void> {
  const isOpen = await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET next_poll_at = NOW(3) WHERE id = ? AND state = 'running'`,
    [id],
  );
  if (isOpen === 1) await enqueueLook(id);
}

/**
 * The same for what nobody has signed: the look comes some seconds after the last one that came about like this, and never
 * later than it would have come anyway.
 */
async function hintJob(id: string): Promise<void> {
  const at = 'GREATEST(NOW(3), COALESCE(hinted_at + INTERVAL ? MICROSECOND, NOW(3)))';
  const pause = HINTED_PAUSE_MS * 1000;
  const isNearer = await change(
    AUTOCOMMIT,
    // From left to right: the second sees what the first has set.
    `UPDATE generations FORCE INDEX (PRIMARY) SET next_poll_at = ${at}, hinted_at = next_poll_at
     WHERE id = ? AND state = 'running' AND (next_poll_at IS NULL OR next_poll_at > ${at})`,
    [pause, id, pause],
  );
  if (isNearer === 1) await enqueueLook(id);
}

/** Without waiting for the sweeper of a worker that knows the task, which finds it as well. */
async function enqueueLook(id: string): Promise<void> {
  const row = await selectRow<{ task: string; attempt: number }>(
    AUTOCOMMIT,
    'SELECT task, attempt FROM generations WHERE id = ? AND worker_id IS NULL AND next_poll_at <= NOW(3)',
    [id],
  );
  if (row && taskNames().includes(row.task))
    enqueuePoll(taskOf(row).queue, { generationId: id, attempt: row.attempt });
}
