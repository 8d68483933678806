import { newId } from '#app/core/platform/ids.ts';
import { logger } from '#app/core/platform/logger.ts';
import { openProducer, type Job, type Producer } from './bullmq.ts';
import type { RunPayload } from './jobs.ts';

let producer: Producer | undefined;
let gathered: Job[] = [];
let admitted: RunPayload[] = [];

/** Runs of one job. Each job costs Redis and worker the same; all that share one come to the same worker. */
const MOST_RUNS = 16;

/** Opens the process's end of the queue. */
export function openQueue(url: string): void {
  producer = openProducer(url);
}

export async function closeQueue(): Promise<void> {
  const closing = producer;
  producer = undefined;
  await closing?.close();
}

/**
 * Wakes a worker for a generation that was admitted just now. Those of one moment travel together, and share jobs.
 * Never fails: a job that is lost is enqueued again by the sweeper, because the row still says `queued`.
 */
export function enqueue(generationId: string, attempt: number): void {
  awaitTurn();
  admitted.push({ generationId, attempt });
}

/**
 * Enqueues a generation that may have been enqueued before, by a job of its own: while that one waits, its id keeps
 * another from being added, however often this is called.
 * @param lostWorker who may have taken that job and died: it keeps its id for some time, so this one has another
 */
export function enqueueAgain(generationId: string, attempt: number, lostWorker: string | null = null): void {
  awaitTurn();
  const job = jobOf({ generationId, attempt });
  gathered.push(lostWorker === null ? job : { ...job, id: `${job.id}-${lostWorker}` });
}

/** Those that were admitted together are told so one after the other before the tick. */
function awaitTurn(): void {
  if (gathered.length === 0 && admitted.length === 0) process.nextTick(send);
}

function jobOf(payload: RunPayload): Job {
  return { name: 'run-generation', id: `${payload.generationId}-${payload.attempt}`, payload };
}

function send(): void {
  const jobs = gathered;
  for (let at = 0; at < admitted.length; at += MOST_RUNS) {
    const runs = admitted.slice(at, at + MOST_RUNS);
    if (runs.length === 1) jobs.push(jobOf(runs[0]!));
    else jobs.push({ name: 'run-generations', id: newId(), payload: { runs } });
  }
  gathered = [];
  admitted = [];
  producer
    ?.add(jobs)
    .catch((error: Error) =>
      logger().warn({ error: error.message, jobs: jobs.length }, 'jobs were not enqueued'),
    );
}
