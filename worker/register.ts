import pLimit from 'p-limit';
import { runGeneration } from '#app/core/generation/run/run.ts';
import type { WorkerContext } from '#app/core/generation/run/worker-context.ts';
import type { JobHandlers, RunPayload } from '#app/core/queue/jobs.ts';

interface Bounds {
  /** Most runs at a time; further ones of the jobs that are here wait, and any other worker may claim them. */
  concurrency: number;
  /** Aborted when nothing new is to begin: what has not been claimed is enqueued again. */
  stopping: AbortSignal;
}

/** Which function answers which job. */
export function jobHandlers(worker: WorkerContext, { concurrency, stopping }: Bounds): JobHandlers {
  const limit = pLimit(concurrency);
  const run = (payload: RunPayload) =>
    limit(async () => {
      if (!stopping.aborted) await runGeneration(payload, worker);
    });
  return {
    'run-generation': run,
    async 'run-generations'({ runs }) {
      const ended = await Promise.allSettled(runs.map(run));
      // The job lasts as long as the longest of its runs, also when another one could not be claimed.
      const failed = ended.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}
