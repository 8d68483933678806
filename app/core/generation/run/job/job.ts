import { isStoreAway } from '#app/core/files/store-failure.ts';
import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { admitStep } from '#app/core/generation/admit/insert.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { readSteps } from '#app/core/generation/record/states.ts';
import { applyEvent, beginAnswer } from '#app/core/generation/run/events.ts';
import type { WorkerContext } from '#app/core/generation/run/worker-context.ts';
import { RunAborted } from '#app/core/generation/stream/run-aborted.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { isPassing } from '#app/core/platform/passing-error.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import { enqueue, enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { runPayload, targetOf } from '#app/core/targets/table.ts';
import type { JobContext, ProviderJob, Steps } from '#app/core/tasks/provider-job.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { Input } from '#app/core/tasks/task.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import {
  MAX_POLL_PAUSE_MS,
  pauseAfter,
  readJob,
  releaseJob,
  toPercent,
  type JobHolder,
  type JobRow,
} from './job-row.ts';
import { storePiece, PartialImages } from './media.ts';
import { orderOnce, type Ordered } from './order.ts';

/** Milliseconds until the next poll of a job whose steps could not be read or written. */
const AWAY_PAUSE_MS = 1000;

/** The same while the file store is away: longer, since a large result is fetched again each time. */
const STORE_PAUSE_MS = 5000;

/** A job's reply and input. */
interface RunningJob {
  reply: RunningReply;
  input: Input;
}

/**
 * Orders a long job or polls it once, and releases it if it has not ended: no process holds it then.
 * @returns null while it waits; else its end, with the error that ended it early, or null
 */
export async function runJob(
  job: ProviderJob<Input>,
  { reply, input }: RunningJob,
  worker: WorkerContext,
): Promise<{ failure: unknown } | null> {
  const { generation, abort } = reply;
  const holder: JobHolder = { generation, workerId: worker.id };
  const context: JobContext = {
    generation,
    signal: withoutStop(abort.signal),
    steps: stepsOf(generation),
  };
  const release = async (inMs: number, donePercent: number | null = null) => {
    // First, so that no heartbeat follows.
    worker.running.delete(reply);
    await releaseJob(holder, { inMs, donePercent });
    return null;
  };
  const end = async (failure: unknown) => {
    if (!taskOf(generation).hasSteps || !(await stopOpenSteps(generation.id))) return { failure };
    return release(MAX_POLL_PAUSE_MS);
  };
  try {
    const row = await readJob(generation);
    if (row.isStopRequested && !row.isOrdering) return { failure: new RunAborted('stopped') };
    const ordered =
      row.providerJobId === null
        ? await orderWithEvents(job, { input, row, holder, context }, { reply, worker })
        : { jobId: row.providerJobId, candidate: row.candidate };
    if (!ordered) return await release(pauseAfter(row.polls));
    reply.answeredBy = ordered.candidate;
    const cut = await cancelIfDue(job, row, ordered, context);
    if (cut) return await end(cut);
    const polled = ordered.answer ?? (await poll(job, ordered, context));
    if (polled.state === 'waiting') {
      const donePercent = polled.done === undefined ? null : toPercent(polled.done);
      await release(polled.nextInMs ?? pauseAfter(row.polls), donePercent);
      if (donePercent !== null && donePercent !== row.donePercent)
        await publishProgress(generation, donePercent);
      return null;
    }
    const canBeRefetched = !ordered.answer;
    return await end(await storeResult(polled.events, { reply, context, canBeRefetched }, worker));
  } catch (error) {
    if (error instanceof RunAborted && (error.reason === 'shutdown' || error.reason === 'drain'))
      return release(0);
    if (error instanceof RunAborted && error.reason === 'lost') return { failure: error };
    if (error instanceof ProviderError) return end(error);
    // A caller that waits for the answer gets the error: the store was waited for as long as it allows.
    if (isStoreAway(error)) return targetOf(generation).endsWithReader ? end(error) : release(STORE_PAUSE_MS);
    // An outage of the database says nothing about the job.
    return isPassing(error) ? release(AWAY_PAUSE_MS) : end(error);
  }
}

/** Publishes a job's progress to its user's tabs and devices; later readers find it in the row. */
async function publishProgress(generation: Generation, donePercent: number): Promise<void> {
  const { id: generationId, userId } = generation;
  if (!targetOf(generation).reportsProgress) return;
  await publishUserEvents(userId, [{ type: 'progress', generationId, donePercent }]);
}

/**
 * Orders, and handles the events that arrive during the order.
 * @throws as `orderOnce`
 */
async function orderWithEvents(
  job: ProviderJob<Input>,
  ordering: Omit<Parameters<typeof orderOnce>[1], 'attempts' | 'onEvent'>,
  { reply, worker }: { reply: RunningReply; worker: WorkerContext },
): Promise<Ordered | null> {
  const { generation, attempts } = reply;
  const partials = targetOf(generation).reportsProgress ? new PartialImages(generation) : null;
  try {
    return await orderOnce(job, {
      ...ordering,
      attempts,
      onEvent(candidate, event) {
        if (reply.entries.length === 0) beginAnswer(reply, candidate);
        if (partials && event.type === 'partial') partials.show(event);
        else applyEvent(reply, event, worker);
      },
    });
  } finally {
    void partials?.end();
  }
}

/** A signal without stops: a stop is in the row, and the next poll cancels the job with its provider. */
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

interface ResultContext {
  reply: RunningReply;
  context: JobContext;
  canBeRefetched: boolean;
}

/**
 * Stores the result of a job. Of several pieces, unusable ones are left out, and so are all others after one
 * that could not be stored: delivered pieces are charged.
 * @returns the reason why there is no result, or null
 * @throws AppError unavailable for a result that could not be stored, if it can be fetched again
 */
async function storeResult(
  events: AsyncIterable<ProviderEvent>,
  { reply, context: { signal, generation }, canBeRefetched: canBeHadAgain }: ResultContext,
  worker: WorkerContext,
): Promise<unknown> {
  const { pieces: rules } = taskOf(generation);
  if (reply.entries.length === 0 && reply.answeredBy) beginAnswer(reply, reply.answeredBy);
  const isLast = !canBeHadAgain || targetOf(generation).endsWithReader;
  let failure: unknown = null;
  for await (const event of events) {
    try {
      if (event.type === 'piece' && rules) {
        if (isStoreAway(failure)) continue;
        await storePiece(reply, event, { rules, signal, canBeRefetched: canBeHadAgain });
      }
      applyEvent(reply, event, worker);
    } catch (error) {
      if (!(error instanceof ProviderError || (isLast && isStoreAway(error)))) throw error;
      logger().warn({ generationId: generation.id, error: error.message }, 'a result cannot be used');
      failure = error;
    }
  }
  // The provider's usage includes pieces that are not delivered; our own count covers the delivered ones.
  if (isStoreAway(failure)) reply.usage = null;
  return reply.hasOutput ? null : failure;
}

/**
 * Cancels a job that was asked to stop or is beyond its deadline.
 * @returns the reason of its end; null if it continues and will be charged
 */
async function cancelIfDue(
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

async function poll(job: ProviderJob<Input>, { jobId, candidate }: Ordered, context: JobContext) {
  try {
    return await job.poll(jobId, candidate, context);
  } catch (error) {
    // A failed poll says nothing about the job.
    if (error instanceof ProviderError && error.retryable) return { state: 'waiting' as const };
    throw error;
  }
}

/**
 * Stops the open steps of a parent so that it can end: their cost is known then.
 * @returns false if there are none and the parent may end now; else its next poll follows the end of a step
 */
async function stopOpenSteps(parentId: string): Promise<boolean> {
  const steps = await readSteps(AUTOCOMMIT, parentId);
  if (!steps.some(({ state }) => state === 'queued' || state === 'running')) return false;
  const written = await transaction((tx) =>
    writeFollowUps(tx, [{ job: 'stop-steps', subject: parentId, payload: { parentId } }]),
  );
  written.forEach(enqueueFollowUp);
  return true;
}

/** The steps of a generation, as its task uses them. */
function stepsOf(parent: Generation): Steps {
  return {
    read: () => readSteps(AUTOCOMMIT, parent.id),
    async begin(step, wantedMicro) {
      const generation = { ...step, parentId: parent.id };
      const admitted = await admitStep(parent, generation, wantedMicro);
      // The job of an existing step may have been lost; the queue ignores a second job with the same id.
      if (admitted)
        enqueue(taskOf(generation).queue, runPayload({ ...step, id: admitted, userId: parent.userId }, 1));
      return admitted !== null;
    },
  };
}
