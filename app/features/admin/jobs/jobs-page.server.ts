import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { countFailed, listFailed } from '#app/core/follow-ups/outbox.ts';
import { retryAllJobs, retryJob } from '#app/core/operator/failed-jobs.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { OPERATOR_PATHS } from '#app/features/admin/operator-paths.ts';
import { doneAt, operatorAction } from '#app/features/admin/operator.server.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';

const SHOWN = 100;

const ERROR_LENGTH = 300;

/** A failed follow-up job; the time is ISO 8601. */
export interface JobLine {
  id: string;
  job: string;
  subject: string;
  tries: number;
  /** Truncated when long. */
  error: string | null;
  failedAt: string;
}

export interface JobsData {
  jobs: JobLine[];
  /** Number of all failed jobs; the newest are listed. */
  count: number;
}

/** Loads the failed follow-up jobs, newest first. */
export const loadJobs = pageLoader({ auth: 'admin' }, async (): Promise<JobsData> => {
  const [failed, count] = await Promise.all([listFailed(AUTOCOMMIT, SHOWN), countFailed(AUTOCOMMIT)]);
  return {
    count,
    jobs: failed.map(({ id, job, subject, tries, lastError, failedAt }) => ({
      id,
      job,
      subject,
      tries,
      error: lastError?.slice(0, ERROR_LENGTH) ?? null,
      failedAt: failedAt.toISOString(),
    })),
  };
});

const RETRY = z.object({ act: z.enum(['retry', 'retryAll']), jobId: z.string().default('') });

/** Retries one job, or all of them. */
export const actOnJobs = operatorAction(async ({ form, actor }) => {
  const { act, jobId } = readFields(form, RETRY);
  if (act === 'retry') {
    if (!(await transaction((tx) => retryJob(tx, { actor, jobId }))))
      throw new AppError('not_found', { param: 'jobId' });
    enqueueFollowUp(jobId);
    return doneAt(OPERATOR_PATHS.jobs, 'retried');
  }
  for (const id of await transaction((tx) => retryAllJobs(tx, { actor }))) enqueueFollowUp(id);
  return doneAt(OPERATOR_PATHS.jobs, 'retriedAll');
});
