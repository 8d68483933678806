import { recordAudit } from '#app/core/accounts/audit.ts';
import { listFailed, tryAgain } from '#app/core/follow-ups/outbox.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Acting } from './act.ts';

/**
 * Schedules a retry of a failed follow-up job. The caller enqueues it after the commit.
 * @returns false if no failed job has this id
 */
export async function retryJob(
  tx: Transaction,
  { actor, jobId }: Acting & { jobId: string },
): Promise<boolean> {
  if ((await tryAgain(tx, [jobId])) === 0) return false;
  await recordAudit(tx, { actor, action: 'retry-job', subjectId: jobId });
  return true;
}

/**
 * Schedules a retry of all failed jobs, the newest 500 at a time.
 * @returns their ids, to be enqueued after the commit
 */
export async function retryAllJobs(tx: Transaction, { actor }: Acting): Promise<string[]> {
  const ids = (await listFailed(tx)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const jobs = await tryAgain(tx, ids);
  if (jobs > 0) await recordAudit(tx, { actor, action: 'retry-all-jobs', subjectId: null, detail: { jobs } });
  return ids;
}
