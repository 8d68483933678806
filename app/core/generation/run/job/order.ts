import { candidatesOf } from '#app/core/generation/record/candidates-of.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import { RunAborted } from '#app/core/generation/stream/running-reply.ts';
import { logger } from '#app/core/platform/logger.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { ProviderError } from '#app/core/providers/contract.ts';
import type { JobContext, ProviderJob } from '#app/core/tasks/provider-job.ts';
import type { Input } from '#app/core/tasks/task.ts';
import { markOrdering, storeJobId, unmarkOrdering, type JobHolder, type JobRow } from './job-row.ts';

/** What the provider calls an order, and whom it was ordered from. */
export interface Ordered {
  jobId: string;
  candidate: Candidate;
}

/**
 * Orders a job from the first candidate that takes it, or finds the order that an earlier worker may have sent. Nothing is
 * ever ordered twice: an order that cannot be found is given up.
 * @throws ProviderError of the last that refused it, or provider_cut for an order that was lost; RunAborted
 */
export async function orderOnce(
  job: ProviderJob<Input>,
  { input, row, holder, context }: { input: Input; row: JobRow; holder: JobHolder; context: JobContext },
): Promise<Ordered> {
  if (row.isOrdering) return findOrder(job, row.candidate, { holder, context });
  let refused: unknown = new ProviderError('provider_unavailable', 'nobody takes the order');
  for (const candidate of candidatesOf(holder.generation)) {
    context.signal.throwIfAborted();
    await markOrdering(holder, candidate);
    try {
      const jobId = await job.order(input, candidate, { ...context, key: holder.generation.id });
      return await keepOrder(jobId, candidate, holder);
    } catch (error) {
      if (error instanceof RunAborted) throw error;
      if (!isRefusal(error)) return findOrder(job, candidate, { holder, context });
      await unmarkOrdering(holder);
      refused = error;
    }
  }
  throw refused;
}

const isRefusal = (error: unknown) =>
  error instanceof ProviderError && error.status !== null && error.status >= 400 && error.status < 500;

/** @throws RunAborted of the signal, with the order still to be found by the next worker */
async function findOrder(
  job: ProviderJob<Input>,
  candidate: Candidate,
  { holder, context }: { holder: JobHolder; context: JobContext },
): Promise<Ordered> {
  context.signal.throwIfAborted();
  const jobId = await job.find(candidate, { ...context, key: holder.generation.id });
  if (jobId !== null) return keepOrder(jobId, candidate, holder);
  counted.orphanedOrders.inc();
  logger().error({ generationId: holder.generation.id, provider: candidate.provider }, 'orphaned order');
  throw new ProviderError('provider_cut', 'the answer to the order was lost');
}

/** Its name is kept before anything else is done with it. */
async function keepOrder(jobId: string, candidate: Candidate, holder: JobHolder): Promise<Ordered> {
  await storeJobId(holder, jobId);
  return { jobId, candidate };
}
