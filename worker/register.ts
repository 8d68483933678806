import { storeCard } from '#app/core/accounts/top-up.ts';
import { eraseAccount } from '#app/core/deletion/account-deletion.ts';
import { mailArchiveReady, writeArchive } from '#app/core/exports/archive/write-archive.ts';
import type { FollowUpHandlers } from '#app/core/follow-ups/follow-up.ts';
import { runFollowUp } from '#app/core/follow-ups/outbox.ts';
import { admitTitle } from '#app/core/generation/admit/title.ts';
import { stopSteps } from '#app/core/generation/recover/stop.ts';
import { enqueueMore } from '#app/core/generation/recover/sweep.ts';
import { wakeJob } from '#app/core/generation/run/job/webhook.ts';
import { pollGeneration, runGeneration } from '#app/core/generation/run/run.ts';
import type { WorkerContext } from '#app/core/generation/run/worker-context.ts';
import { runImport } from '#app/core/imports/run-import.ts';
import {
  mailEndpointOff,
  mailLowBalance,
  mailTopUpFailure,
  sendExpiryNotice,
} from '#app/core/notices/notices.ts';
import { detachCard, forgetCustomer } from '#app/core/payments/top-ups/card.ts';
import { runTopUp } from '#app/core/payments/top-ups/run.ts';
import { logger } from '#app/core/platform/logger.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { enqueueAgain } from '#app/core/queue/enqueue.ts';
import type { JobHandlers, RunPayload } from '#app/core/queue/jobs.ts';
import type { Task } from '#app/core/tasks/task.ts';
import { deliver } from '#app/core/webhooks/deliveries/attempt.ts';
import { announceJob } from '#app/core/webhooks/deliveries/events.ts';
import { Places } from './places.ts';

/** Handlers of the outbox jobs. */
export const followUps: FollowUpHandlers = {
  title: ({ generationId }) => admitTitle(generationId),
  'wake-parent': ({ parentId }) => wakeJob(parentId),
  'stop-steps': ({ parentId }) => stopSteps(parentId),
  'erase-account': eraseAccount,
  'mail-low-balance': mailLowBalance,
  'expiry-notice': (payload) => sendExpiryNotice(payload),
  'top-up': (payload) => runTopUp(payload),
  'mail-top-up': mailTopUpFailure,
  async 'take-card'(payload) {
    await storeCard(payload);
  },
  'detach-card': detachCard,
  'forget-customer': forgetCustomer,
  'announce-job': announceJob,
  'deliver-webhook': deliver,
  'import-chats': runImport,
  'mail-endpoint-off': mailEndpointOff,
  'write-archive': writeArchive,
  'mail-archive': mailArchiveReady,
};

interface Bounds {
  task: Pick<Task, 'name' | 'queue'>;
  /** Max runs at a time. */
  concurrency: number;
  /**
   * Aborted when no new run may begin: runs that are not claimed yet are enqueued again, for another worker.
   */
  stopping: AbortSignal;
}

/** Max deferred runs of a share that are enqueued at a time, when it has free places again. */
const MAX_MORE = 64;

/** Handlers of the jobs that wake a worker for generations of a task. */
export function jobHandlers(
  worker: WorkerContext,
  { task, concurrency, stopping }: Bounds,
): Pick<JobHandlers, 'run-generation' | 'run-generations' | 'poll-generation'> {
  const places = new Places(concurrency);
  /** Shares with deferred runs; the rows are the list of these runs. */
  const deferred = new Set<string>();
  const begin = async (payload: RunPayload, work: typeof runGeneration) => {
    const share = payload.share ?? payload.generationId;
    const hasRun = await places.run(share, async () => {
      if (!stopping.aborted) return work(payload, worker);
      // The job that brought it keeps its id until it ends.
      if (work === runGeneration) enqueueAgain(task.queue, payload, worker.id);
    });
    if (!hasRun) {
      deferred.add(share);
      counted.putOffRuns.inc();
    } else if (deferred.has(share)) await enqueueDeferred(share);
  };
  const enqueueDeferred = async (share: string) => {
    const max = Math.min(places.leftFor(share), MAX_MORE);
    if (stopping.aborted || max <= 0) return;
    deferred.delete(share);
    const found = await enqueueMore(share, task, max).catch((error: Error) => {
      // Sweepers find them as well.
      logger().warn({ error: error.message }, 'runs that were put off');
      return max;
    });
    if (found === max) deferred.add(share);
  };
  const run = (payload: RunPayload) => begin(payload, runGeneration);
  return {
    'run-generation': run,
    'poll-generation': (payload) => begin(payload, pollGeneration),
    async 'run-generations'({ runs }) {
      const ended = await Promise.allSettled(runs.map(run));
      // The job lasts as long as the longest of its runs, also when another one could not be claimed.
      const failed = ended.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}

/** Handler of the queue of follow-up jobs. */
export const followUpHandlers: Pick<JobHandlers, 'follow-up'> = {
  'follow-up': ({ followUpId }) => runFollowUp(followUpId, followUps),
};
