import { newId } from '#app/core/platform/ids.ts';
import { logger } from '#app/core/platform/logger.ts';
import { openProducer, type Job, type Producer } from './bullmq.ts';
import type { RunPayload } from './jobs.ts';

let producer: Producer | undefined;
/** Jobs to be sent individually, and runs that may share one, by queue. */
let gathered: Job[] = [];
const admitted = new Map<string, RunPayload[]>();
let isDue = false;

/** Max runs in one job. Each job costs Redis and worker the same; runs in one job go to the same worker. */
const MAX_RUNS = 16;

/** Queue of the follow-up jobs. */
export const FOLLOW_UP_QUEUE = 'follow-ups';

/** Opens this process's producer. */
export function openQueue(url: string): void {
  producer = openProducer(url);
}

export async function closeQueue(): Promise<void> {
  const closing = producer;
  producer = undefined;
  await closing?.close();
}

/**
 * Wakes a worker for a generation that was just admitted. Those that are admitted together are sent together,
 * and share jobs. Never fails: the sweeper enqueues a lost job again, because the row is still `queued`.
 * @param queue the task's queue
 */
export function enqueue(queue: string, run: RunPayload): void {
  sendNextTick();
  const runs = admitted.get(queue) ?? [];
  admitted.set(queue, runs);
  runs.push(run);
}

/**
 * Enqueues a generation that may have been enqueued before, by a job of its own: while that job waits, its id
 * prevents a second one, however often this is called.
 * @param heldBy the worker that may hold the earlier job, because it died or returns the run: that job keeps
 *   its id for some time, so this one gets another
 */
export function enqueueAgain(queue: string, run: RunPayload, heldBy: string | null = null): void {
  sendNextTick();
  const job = jobOf(queue, run);
  gathered.push(heldBy === null ? job : { ...job, id: `${job.id}-${heldBy}` });
}

/** Wakes a worker to poll a long job; while one such job waits, its id prevents a second one. */
export function enqueuePoll(queue: string, run: RunPayload): void {
  sendNextTick();
  const id = `${run.generationId}-${run.attempt}-poll`;
  gathered.push({ queue, name: 'poll-generation', id, payload: run });
}

/** Wakes a worker for a job of the outbox. */
export function enqueueFollowUp(followUpId: string): void {
  sendNextTick();
  gathered.push({ queue: FOLLOW_UP_QUEUE, name: 'follow-up', id: followUpId, payload: { followUpId } });
}

/**
 * Sends in the next tick: generations that were admitted together are passed one after the other before it.
 */
function sendNextTick(): void {
  if (!isDue) process.nextTick(send);
  isDue = true;
}

function jobOf(queue: string, payload: RunPayload): Job {
  return { queue, name: 'run-generation', id: `${payload.generationId}-${payload.attempt}`, payload };
}

function send(): void {
  const jobs = gathered;
  for (const [queue, all] of admitted) {
    for (let at = 0; at < all.length; at += MAX_RUNS) {
      const runs = all.slice(at, at + MAX_RUNS);
      if (runs.length === 1) jobs.push(jobOf(queue, runs[0]!));
      else jobs.push({ queue, name: 'run-generations', id: newId(), payload: { runs } });
    }
  }
  gathered = [];
  admitted.clear();
  isDue = false;
  producer
    ?.add(jobs)
    .catch((error: Error) =>
      logger().warn({ error: error.message, jobs: jobs.length }, 'jobs were not enqueued'),
    );
}
