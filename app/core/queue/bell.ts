import { logger } from '#app/core/platform/logger.ts';
import { openProducer, type Job, type Producer } from './bullmq.ts';

let producer: Producer | undefined;
let gathered: Job[] = [];

/** Opens the process's bell. */
export function openBell(url: string): void {
  producer = openProducer(url);
}

export async function closeBell(): Promise<void> {
  const closing = producer;
  producer = undefined;
  await closing?.close();
}

/**
 * Rings for a generation. Rings of one event-loop turn travel together. Never fails: a ring that is lost is
 * repeated by the sweeper, because the row still says `queued`.
 */
export function ring(generationId: string, attempt: number): void {
  if (gathered.length === 0) setImmediate(send);
  gathered.push({
    name: 'run-generation',
    id: `${generationId}-${attempt}`,
    payload: { generationId, attempt },
  });
}

function send(): void {
  const jobs = gathered;
  gathered = [];
  producer
    ?.add(jobs)
    .catch((error: Error) => logger().warn({ error: error.message, jobs: jobs.length }, 'bell'));
}
