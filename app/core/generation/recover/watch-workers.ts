import { logger } from '#app/core/platform/logger.ts';
import { cutOffWorkers, forgetWorker } from '#app/core/queue/worker-presence.ts';

/** What one look at the workers has found. */
export interface WorkerLook {
  /** Whose connection to Redis is closed. A run of theirs is lost once its heartbeat stands still as well. */
  cutOff: string[];
  /** The last one that was cut off at two looks in a row, ever; jobs that it had taken are nobody's now. */
  lastLost: string | null;
}

/**
 * Watches for workers that have died. While Redis does not tell, nobody is cut off, and the leases decide.
 * @param forgetMs after which a worker that stays away is of no interest: the leases of its runs are over
 */
export function createWorkerWatch(forgetMs: number): () => Promise<WorkerLook> {
  let since = new Map<string, number>();
  let lastLost: string | null = null;
  return async () => {
    const now = performance.now();
    const cutOff = await cutOffWorkers().catch((error: Error) => {
      logger().debug({ error: error.message }, 'connections of workers');
      return [];
    });
    const before = since;
    since = new Map(cutOff.map((workerId) => [workerId, before.get(workerId) ?? now]));
    for (const [workerId, first] of since) {
      if (first === now) continue;
      lastLost = workerId;
      if (now - first > forgetMs) await forgetWorker(workerId).catch(() => undefined);
    }
    return { cutOff, lastLost };
  };
}
