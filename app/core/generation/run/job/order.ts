import { isStoreAway } from '#app/core/files/store-failure.ts';
import type { Attempt, Candidate } from '#app/core/generation/record/candidate.ts';
import { candidatesOf } from '#app/core/generation/record/row.ts';
import { takeNextCandidate } from '#app/core/generation/run/failover.ts';
import { logger } from '#app/core/platform/logger.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import { mayCall, reportHealth } from '#app/core/routing/health/breaker.ts';
import type { JobContext, PollResult, ProviderJob } from '#app/core/tasks/provider-job.ts';
import type { Input } from '#app/core/tasks/task.ts';
import { attemptOf, CallWatch } from '#app/core/generation/run/provider-call.ts';
import { markOrdering, readJob, storeJobId, unmarkOrdering, type JobHolder, type JobRow } from './job-row.ts';

/** The provider's id of an order, its candidate, and the result if the response already contained it. */
export interface Ordered {
  jobId: string;
  candidate: Candidate;
  answer?: PollResult;
}

interface Ordering {
  input: Input;
  row: JobRow;
  holder: JobHolder;
  context: JobContext;
  onEvent(candidate: Candidate, event: ProviderEvent): void;
  /** Provider calls so far. */
  attempts: Attempt[];
}

/** Milliseconds to wait for a webhook about an order whose response was lost. */
const MAX_WEBHOOK_WAIT_MS = 10 * 60_000;

/**
 * Orders a job from the first candidate that accepts it, or finds the order that an earlier worker may have
 * sent. Nothing is ever ordered twice: an order that cannot be found is given up.
 * @returns null for an order that its provider may still report: the next poll looks for it again
 * @throws ProviderError of the last candidate that refused, or provider_cut for an order that was lost;
 *   AppError unavailable for inputs that could not be read; RunAborted
 */
export async function orderOnce(job: ProviderJob<Input>, ordering: Ordering): Promise<Ordered | null> {
  const { row, holder, context } = ordering;
  if (row.isOrdering) return findOrder(job, row.candidate, ordering);
  let refused: unknown = new ProviderError('provider_unavailable', 'nobody takes the order');
  const left: Candidate[] = [...candidatesOf(holder.generation)];
  while (left.length > 0) {
    context.signal.throwIfAborted();
    const candidate = await takeNextCandidate(left, isReady);
    await markOrdering(holder, candidate);
    try {
      return await orderFrom(job, candidate, ordering);
    } catch (error) {
      if (!(error instanceof ProviderError)) {
        // Its inputs could not be read, so nothing was sent.
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

/** Sends one order, and stores the provider's id before anything else. */
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
  const accepted = await job
    .order(input, candidate, {
      ...context,
      key: holder.generation.id,
      emit: (event) => onEvent(candidate, event),
    })
    .catch((error: unknown) => {
      // A store that is away says nothing about the offer.
      if (!isStoreAway(error)) note(error);
      throw error;
    });
  note(null);
  await storeJobId(holder, accepted.jobId, attempts);
  return { ...accepted, candidate };
}

function hasRefused(job: ProviderJob<Input>, error: ProviderError, candidate: Candidate): boolean {
  if (job.hasRefused) return job.hasRefused(error, candidate);
  return error.status !== null && error.status >= 400 && error.status < 500;
}

const isReady = async ({ offerId }: Candidate) => offerId === null || mayCall(offerId);

/**
 * Looks for an order whose response is missing.
 * @param failure the error of the order; absent: its worker is gone
 * @returns null if a webhook may still report it
 * @throws RunAborted of the signal: the next worker looks for the order
 */
async function findOrder(
  job: ProviderJob<Input>,
  candidate: Candidate,
  { input, holder, context, attempts }: Ordering,
  failure?: ProviderError,
): Promise<Ordered | null> {
  context.signal.throwIfAborted();
  const { generation } = holder;
  // Read again: a webhook may have arrived meanwhile.
  const row = await readJob(generation);
  const jobId = await job.find(input, candidate, {
    ...context,
    key: generation.id,
    webhookJobId: row.toldId,
  });
  if (jobId === null) {
    const mayBeReported =
      !row.isStopRequested && row.orderedMs < MAX_WEBHOOK_WAIT_MS && mayHaveAccepted(failure);
    if (mayBeReported && job.isNamedByWebhook?.(candidate)) return null;
    throw lostOrder(holder, candidate, failure);
  }
  await storeJobId(holder, jobId, attempts);
  return { jobId, candidate };
}

/**
 * Whether the provider may have accepted the order: no response arrived, but the connection was established.
 */
function mayHaveAccepted(failure: ProviderError | undefined): boolean {
  if (!failure) return true;
  return failure.status === null && !failure.isUnsent && failure.code !== 'provider_malformed';
}

/** The error for an order without a response: it may be produced and billed to us. */
function lostOrder(
  { generation }: JobHolder,
  { provider }: Candidate,
  failure: ProviderError | undefined,
): ProviderError {
  counted.orphanedOrders.inc();
  logger().error({ generationId: generation.id, provider }, 'orphaned order');
  // The error of an unusable response is more precise.
  if (failure?.code === 'provider_malformed') return failure;
  return new ProviderError('provider_cut', 'the answer to the order was lost');
}
