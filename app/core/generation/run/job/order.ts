import { isStoreAway } from '#app/core/files/store-failure.ts';
import type { Attempt, Candidate } from '#app/core/generation/record/candidate.ts';
import { candidatesOf } from '#app/core/generation/record/row.ts';
import { takeNext } from '#app/core/generation/run/failover.ts';
import { logger } from '#app/core/platform/logger.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import { mayAsk, reportHealth } from '#app/core/routing/health/breaker.ts';
import type { JobContext, JobLook, ProviderJob } from '#app/core/tasks/provider-job.ts';
import type { Input } from '#app/core/tasks/task.ts';
import { attemptOf, CallWatch } from '#app/core/generation/run/provider-call.ts';
import { markOrdering, readJob, storeJobId, unmarkOrdering, type JobHolder, type JobRow } from './job-row.ts';

/** What the provider calls an order, whom it was ordered from, and what it was answered with, where that was all of it. */
export interface Ordered {
  jobId: string;
  candidate: Candidate;
  answer?: JobLook;
}

interface Ordering {
  input: Input;
  row: JobRow;
  holder: JobHolder;
  context: JobContext;
  onEvent(candidate: Candidate, event: ProviderEvent): void;
  /** Whom has been asked so far. */
  attempts: Attempt[];
}

/** Milliseconds for which a webhook is waited for that tells of an order whose answer was lost. */
const MOST_UNTOLD_MS = 10 * 60_000;

/**
 * Orders a job from the first candidate that takes it, or finds the order that an earlier worker may have sent. Nothing is
 * ever ordered twice: an order that cannot be found is given up.
 * @returns null for one that its provider may still tell us of: it is looked for again
 * @throws ProviderError of the last that refused it, or provider_cut for an order that was lost; AppError unavailable for
 *   inputs that could not be read; RunAborted
 */
export async function orderOnce(job: ProviderJob<Input>, ordering: Ordering): Promise<Ordered | null> {
  const { row, holder, context } = ordering;
  if (row.isOrdering) return findOrder(job, row.candidate, ordering);
  let refused: unknown = new ProviderError('provider_unavailable', 'nobody takes the order');
  const left: Candidate[] = [...candidatesOf(holder.generation)];
  while (left.length > 0) {
    context.signal.throwIfAborted();
    const candidate = await takeNext(left, isReady);
    await markOrdering(holder, candidate);
    try {
      return await orderFrom(job, candidate, ordering);
    } catch (error) {
      if (!(error instanceof ProviderError)) {
        // Its inputs could not be read: it was not sent.
        if (isStoreAway(error)) await unmarkOrdering(holder);
        throw error;
      }
      if (!hasRefused(job, error, candidate)) return findOrder(job, candidate, ordering, error);
      await unmarkOrdering(holder);
      refused = error;
    }
  }
  throw refused;
}

/** Sends one order, and keeps its name before anything else is done with it. */
async function orderFrom(
  job: ProviderJob<Input>,
  candidate: Candidate,
  { input, holder, context, onEvent, attempts }: Ordering,
): Promise<Ordered> {
  const watch = new CallWatch();
  const note = (error: unknown) => {
    attempts.push(attemptOf(candidate, watch, error));
    if (candidate.offerId)
      reportHealth(candidate.offerId, error === null ? watch.begin() : watch.failure(error));
  };
  const taken = await job
    .order(input, candidate, {
      ...context,
      key: holder.generation.id,
      tell: (event) => onEvent(candidate, event),
    })
    .catch((error: unknown) => {
      // A store that is away says nothing of the offer.
      if (!isStoreAway(error)) note(error);
      throw error;
    });
  note(null);
  await storeJobId(holder, taken.jobId, attempts);
  return { ...taken, candidate };
}

function hasRefused(job: ProviderJob<Input>, error: ProviderError, candidate: Candidate): boolean {
  if (job.hasRefused) return job.hasRefused(error, candidate);
  return error.status !== null && error.status >= 400 && error.status < 500;
}

const isReady = async ({ offerId }: Candidate) => offerId === null || mayAsk(offerId);

/**
 * @param failure why nobody knows what became of it; absent: its worker is gone
 * @returns null where a webhook may still tell of it
 * @throws RunAborted of the signal, with the order still to be found by the next worker
 */
async function findOrder(
  job: ProviderJob<Input>,
  candidate: Candidate,
  { input, holder, context, attempts }: Ordering,
  failure?: ProviderError,
): Promise<Ordered | null> {
  context.signal.throwIfAborted();
  const { generation } = holder;
  // As it is now: a webhook may have told meanwhile.
  const row = await readJob(generation);
  const jobId = await job.find(input, candidate, { ...context, key: generation.id, toldId: row.toldId });
  if (jobId === null) {
    const mayBeTold = !row.isStopRequested && row.orderedMs < MOST_UNTOLD_MS && mayHaveTaken(failure);
    if (mayBeTold && job.isToldOf?.(candidate)) return null;
    throw lostOrder(holder, candidate, failure);
  }
  await storeJobId(holder, jobId, attempts);
  return { jobId, candidate };
}

/** Nothing says that the provider has not taken it: no answer was heard, and the connection had come about. */
function mayHaveTaken(failure: ProviderError | undefined): boolean {
  if (!failure) return true;
  return failure.status === null && !failure.isUnsent && failure.code !== 'provider_malformed';
}

/** What is known of an order whose answer nobody has: it may be made and billed, to us. */
function lostOrder(
  { generation }: JobHolder,
  { provider }: Candidate,
  failure: ProviderError | undefined,
): ProviderError {
  counted.orphanedOrders.inc();
  logger().error({ generationId: generation.id, provider }, 'orphaned order');
  // An answer of which nothing can be used says more than that.
  if (failure?.code === 'provider_malformed') return failure;
  return new ProviderError('provider_cut', 'the answer to the order was lost');
}
