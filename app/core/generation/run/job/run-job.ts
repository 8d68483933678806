import { RunAborted, type RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { isPassing } from '#app/core/platform/passing-error.ts';
import { ProviderError } from '#app/core/providers/contract.ts';
import type { JobContext, ProviderJob } from '#app/core/tasks/provider-job.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { Input } from '#app/core/tasks/task.ts';
import { applyEvent } from '../apply-event.ts';
import type { WorkerContext } from '../worker-context.ts';
import { readJob, releaseJob, type JobHolder, type JobRow } from './job-row.ts';
import { orderOnce, type Ordered } from './order.ts';
import { LONGEST_PAUSE_MS, pauseAfter } from './pause-after.ts';
import { stepsOf, stopOpenSteps } from './steps.ts';

/** Milliseconds until the next look at a job whose steps could not be read or written. */
const AWAY_PAUSE_MS = 1000;

/** What a run has of a job. */
interface Held {
  reply: RunningReply;
  input: Input;
}

/**
 * Orders a long job or looks at it once, and lets it wait where it has not ended: no process holds it then.
 * @returns null while it waits; else its end, with what ended it before its time, or null
 */
export async function runJob(
  job: ProviderJob<Input>,
  { reply, input }: Held,
  worker: WorkerContext,
): Promise<{ failure: unknown } | null> {
  const { generation, abort } = reply;
  const holder: JobHolder = { generation, workerId: worker.id };
  const context: JobContext = {
    generation,
    signal: withoutStop(abort.signal),
    steps: stepsOf(generation),
  };
  const letWait = async (inMs: number) => {
    // First, so that no heartbeat follows.
    worker.running.delete(reply);
    await releaseJob(holder, inMs);
    return null;
  };
  const end = async (failure: unknown) => {
    if (!taskOf(generation).hasSteps || !(await stopOpenSteps(generation.id))) return { failure };
    return letWait(LONGEST_PAUSE_MS);
  };
  try {
    const row = await readJob(generation);
    if (row.isStopRequested && !row.isOrdering) return { failure: new RunAborted('stopped') };
    const { jobId, candidate } =
      row.providerJobId === null
        ? await orderOnce(job, { input, row, holder, context })
        : { jobId: row.providerJobId, candidate: row.candidate };
    reply.servedBy = candidate;
    const cut = await cutShort(job, row, { jobId, candidate }, context);
    if (cut) return await end(cut);
    const look = await lookAt(job, { jobId, candidate }, context);
    if (look.state === 'waiting') return await letWait(look.nextInMs ?? pauseAfter(row.polls));
    for await (const event of look.events) applyEvent(reply, event, worker);
    return await end(null);
  } catch (error) {
    if (error instanceof RunAborted && error.reason === 'shutdown') return letWait(0);
    if (error instanceof RunAborted && error.reason === 'lost') return { failure: error };
    // A database that was away says nothing of the job.
    if (!(error instanceof ProviderError) && isPassing(error)) return letWait(AWAY_PAUSE_MS);
    return end(error);
  }
}

/** A stop is the row's to tell: whoever looks next cancels the job with its provider. */
function withoutStop(signal: AbortSignal): AbortSignal {
  const others = new AbortController();
  const pass = () => {
    const { reason } = signal as { reason: unknown };
    if (!(reason instanceof RunAborted && reason.reason === 'stopped')) others.abort(reason);
  };
  if (signal.aborted) pass();
  else signal.addEventListener('abort', pass, { once: true });
  return others.signal;
}

/** What ends a job whose end was asked for, or whose time is over; null where it goes on to be paid for. */
async function cutShort(
  job: ProviderJob<Input>,
  { isStopRequested, ageMs }: JobRow,
  { jobId, candidate }: Ordered,
  context: JobContext,
): Promise<RunAborted | null> {
  const { deadlineMs } = taskOf(context.generation).limits(config());
  const isLate = ageMs > deadlineMs;
  if (!isStopRequested && !isLate) return null;
  const isUnbilled = await job.cancel(jobId, candidate, context).catch((error: Error) => {
    logger().warn(
      { generationId: context.generation.id, error: error.message },
      'a job could not be cancelled',
    );
    return false;
  });
  if (isLate) return new RunAborted('deadline');
  return isUnbilled ? new RunAborted('stopped') : null;
}

async function lookAt(job: ProviderJob<Input>, { jobId, candidate }: Ordered, context: JobContext) {
  try {
    return await job.look(jobId, candidate, context);
  } catch (error) {
    // That it cannot be looked at now says nothing of the job.
    if (error instanceof ProviderError && error.retryable) return { state: 'waiting' as const };
    throw error;
  }
}
