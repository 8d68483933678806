import { recordAudit } from '#app/core/accounts/audit.ts';
import { listFailed, tryAgain } from '#app/core/follow-ups/outbox.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Acting } from './act.ts';

/**
 * Has a follow-up job that was given up tried again. Whoever calls it enqueues it once it is committed.
 * @returns false where none of that id was given up
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
 * Has all of them tried again, the newest 500 at once.
 * @returns their ids, to be enqueued once it is committed
 */
export async function retryAllJobs(tx: Transaction, { actor }: Acting): Promise<string[]> {
  const ids = (await listFailed(tx)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const jobs = await tryAgain(tx, ids);
  if (jobs > 0) await recordAudit(tx, { actor, action: 'retry-all-jobs', subjectId: null, detail: { jobs } });
  return ids;
}
