import { runGeneration } from '#app/core/generation/run.ts';
import type { WorkerContext } from '#app/core/generation/worker-context.ts';
import type { JobHandlers } from '#app/core/queue/jobs.ts';

/** Which function answers which job. */
export function jobHandlers(worker: WorkerContext): JobHandlers {
  return { 'run-generation': (payload) => runGeneration(payload, worker) };
}
