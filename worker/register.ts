import { runGeneration } from '#app/core/generation/run.ts';
import type { WorkerContext } from '#app/core/generation/worker-context.ts';
import type { JobHandlers } from '#app/core/queue/jobs.ts';

/** Which function answers which job. */
export function jobHandlers(worker: WorkerContext): JobHandlers {
  return {
    'run-generation': (run) => runGeneration(run, worker),
    async 'run-generations'({ runs }) {
      const ended = await Promise.allSettled(runs.map((run) => runGeneration(run, worker)));
      // The job lasts as long as the longest of its runs, also when another one could not be claimed.
      const failed = ended.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}
