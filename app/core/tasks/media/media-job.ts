import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import { dialectOf } from '#app/contracts/providers.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import type { MediaEvent } from '#app/core/providers/media/contract.ts';
import type { AnyMediaAdapter } from '#app/core/providers/provider.ts';
import { credentialsOf, notSetUp } from '#app/core/tasks/credentials.ts';
import type { OrderContext, ProviderJob, AcceptedOrder } from '#app/core/tasks/provider-job.ts';
import type { LazyRequest } from './request.ts';
import { isSignedBy, readWebhook } from './webhook.ts';
import { webhookAddress } from './webhook-address.ts';

/** The job id of an order that was answered at once: only the worker that sent it has the answer. */
const ANSWERED_AT_ONCE = 'answered';

/** Max milliseconds for an answer on an open connection. */
const MAX_ANSWER_MS = 5 * 60_000;

/** The dialect that a candidate speaks. */
export const dialectFor = ({ dialect, provider }: Pick<Candidate, 'dialect' | 'provider'>) =>
  dialect ?? dialectOf(provider);

/** The kind of output of a task, and its adapters. */
export interface MediaKind<Record, Request> {
  noun: 'picture' | 'video';
  makerAt(dialect: Dialect | null): AnyMediaAdapter<Request> | null;
  /**
   * The order as an adapter request, with all its inputs loaded.
   * @param model the provider's own name for it
   */
  toRequest(record: Record, model: string, userId: string): Promise<Request>;
  /** Max number of unfinished previews to show. */
  maxPartials(request: Request): number;
}

/**
 * Orders of images or videos. An adapter that answers on the open connection is read to the end; a job that
 * the provider works on by itself is polled.
 */
export function mediaJob<Record, Request>(
  kind: MediaKind<Record, Request>,
): ProviderJob<LazyRequest<Record>> {
  const { noun, makerAt, toRequest } = kind;
  const makerOf = (candidate: Candidate) => makerAt(dialectFor(candidate)) ?? notSetUp(candidate.provider);
  const jobsOf = (candidate: Candidate) => {
    const maker = makerOf(candidate);
    return 'jobs' in maker ? maker.jobs : null;
  };
  const accessTo = ({ upstreamModel: model, provider }: Candidate, signal: AbortSignal) => ({
    signal,
    credentials: credentialsOf(provider),
    model,
  });
  return {
    async order({ read }, candidate, context) {
      const maker = makerOf(candidate);
      const request = await toRequest(await read(), candidate.upstreamModel, context.generation.userId);
      if ('adapter' in maker) return readAnswer(maker.adapter, { kind, request, candidate }, context);
      return { jobId: await maker.jobs.order(request, ordering(candidate, context)) };
    },

    /** When the answer itself would have been the pieces, any error status means that nothing was created. */
    hasRefused({ status }, candidate) {
      if (status === null) return false;
      return 'adapter' in makerOf(candidate) ? status >= 400 : status >= 400 && status < 500;
    },

    async find({ read }, candidate, context) {
      const jobs = jobsOf(candidate);
      if (!jobs) return null;
      const request = await toRequest(await read(), candidate.upstreamModel, context.generation.userId);
      if (context.webhookJobId !== null && jobs.jobIdOf) return jobs.jobIdOf(context.webhookJobId, request);
      return jobs.find(request, ordering(candidate, context));
    },

    readWebhook: (call, candidate) => readWebhook(dialectFor(candidate), call),

    isNamedByWebhook(candidate) {
      const isNamed = jobsOf(candidate)?.jobIdOf !== undefined;
      return isNamed && isSignedBy(dialectFor(candidate)) && webhookAddress(candidate.provider, '') !== null;
    },

    async poll(jobId, candidate, { signal }) {
      const jobs = jobsOf(candidate);
      if (jobId === ANSWERED_AT_ONCE || !jobs)
        throw new ProviderError('provider_cut', 'the answer to the order was lost');
      const result = await jobs.poll(jobId, accessTo(candidate, signal));
      return result.state === 'ended' ? { state: 'ended', events: toEvents(result.events, noun) } : result;
    },

    async cancel(jobId, candidate, { signal }) {
      const jobs = jobsOf(candidate);
      return jobs ? jobs.cancel(jobId, accessTo(candidate, signal)) : false;
    },
  };
}

/** The values that are sent with an order, and by which it can be found again. */
function ordering({ provider }: Candidate, { key, signal }: { key: string; signal: AbortSignal }) {
  return { signal, key, credentials: credentialsOf(provider), webhookUrl: webhookAddress(provider, key) };
}

type Adapter<Request> = Extract<AnyMediaAdapter<Request>, { adapter: unknown }>['adapter'];

interface OpenOrder<Record, Request> {
  kind: MediaKind<Record, Request>;
  request: Request;
  candidate: Candidate;
}

/**
 * Sends an order to an adapter that answers while the connection is open, and reads the whole answer.
 * @throws ProviderError
 */
async function readAnswer<Record, Request>(
  adapter: Adapter<Request>,
  { kind, request, candidate }: OpenOrder<Record, Request>,
  { signal, emit }: OrderContext,
): Promise<AcceptedOrder> {
  const late = AbortSignal.timeout(MAX_ANSWER_MS);
  const events: MediaEvent[] = [];
  let partials = 0;
  try {
    for await (const event of adapter.create(request, {
      signal: AbortSignal.any([signal, late]),
      credentials: credentialsOf(candidate.provider),
    })) {
      if (event.type !== 'partial') events.push(event);
      else if ((partials += 1) <= kind.maxPartials(request)) emit(event);
    }
  } catch (error) {
    if (late.aborted && !signal.aborted)
      throw new ProviderError('provider_timeout', `the ${kind.noun} did not come in time`);
    throw error;
  }
  return { jobId: ANSWERED_AT_ONCE, answer: { state: 'ended', events: toEvents(events, kind.noun) } };
}

/**
 * Converts the events of an order to those of the pipeline.
 * @param noun the expected output
 * @throws ProviderError content_filter when the provider's policy refused every piece
 */
export async function* toEvents(
  mediaEvents: Iterable<MediaEvent>,
  noun: 'picture' | 'video',
): AsyncGenerator<ProviderEvent> {
  let pieces = 0;
  let refusal: string | null = null;
  for (const event of mediaEvents) {
    if (event.type === 'piece') pieces += 1;
    if (event.type === 'refused') refusal ??= event.reason;
    else if (event.type !== 'progress') yield event;
  }
  if (pieces === 0)
    throw refusal === null
      ? new ProviderError('provider_malformed', `the provider has made no ${noun}`)
      : new ProviderError('content_filter', refusal);
  yield { type: 'finish', reason: 'stop', choice: 0 };
}
