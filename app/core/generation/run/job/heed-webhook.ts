import { AppError } from '#app/contracts/errors.ts';
import {
  GENERATION_COLUMNS,
  toGeneration,
  type Generation,
  type GenerationRow,
} from '#app/core/generation/record/row.ts';
import { logger } from '#app/core/platform/logger.ts';
import type { WebhookCall } from '#app/core/providers/media/webhooks.ts';
import type { WebhookPlace } from '#app/core/tasks/media/webhook-address.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { readJob, type JobRow } from './job-row.ts';
import { hintJob, wakeJob } from './wake-job.ts';

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
