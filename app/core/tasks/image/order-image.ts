import type { Candidate } from '#app/core/generation/record/candidate.ts';
import { dialectOf } from '#app/contracts/providers.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import type { ImageRequest, MediaEvent } from '#app/core/providers/media/contract.ts';
import { imageMaker, type ImageMaker } from '#app/core/providers/media/registry.ts';
import { credentialsOf, notSetUp } from '../credentials-of.ts';
import type { OrderContext, Taken } from '../provider-job.ts';

/** The name of an order that was answered at once: nobody but its worker ever has the answer. */
export const ANSWERED = 'answered';
/** Milliseconds that an answer may take whose connection stays open. */
const MOST_MS = 5 * 60_000;

/** How a candidate is spoken with. */
export const dialectFor = ({ dialect, provider }: Candidate) => dialect ?? dialectOf(provider);

/** Who makes pictures for a candidate. @throws ProviderError where the operator has taken it away */
export function makerOf(candidate: Candidate): ImageMaker {
  return imageMaker(dialectFor(candidate)) ?? notSetUp(candidate.provider);
}

/** Whether a candidate answers while its connection is open. */
export function isAnswering(candidate: Candidate): boolean {
  return 'adapter' in makerOf(candidate);
}

/**
 * Sends an order. Who answers while the connection is open is heard to the end.
 * @throws ProviderError
 */
export async function orderImage(
  request: ImageRequest,
  candidate: Candidate,
  { key, signal, tell }: OrderContext,
): Promise<Taken> {
  const maker = makerOf(candidate);
  const credentials = credentialsOf(candidate.provider);
  if ('jobs' in maker)
    return { jobId: await maker.jobs.order(request, { signal, credentials, key, webhookUrl: null }) };
  const late = AbortSignal.timeout(MOST_MS);
  const said: MediaEvent[] = [];
  let partials = 0;
  try {
    for await (const event of maker.adapter.create(request, {
      signal: AbortSignal.any([signal, late]),
      credentials,
    })) {
      if (event.type !== 'partial') said.push(event);
      else if ((partials += 1) <= (request.partialImages ?? 0)) tell(event);
    }
  } catch (error) {
    if (late.aborted && !signal.aborted)
      throw new ProviderError('provider_timeout', 'the pictures did not come in time');
    throw error;
  }
  return { jobId: ANSWERED, answer: { state: 'ended', events: toEvents(said) } };
}

/**
 * What a provider says of an order, as the pipeline takes it.
 * @throws ProviderError content_filter where its policy has kept back every picture
 */
export async function* toEvents(said: Iterable<MediaEvent>): AsyncGenerator<ProviderEvent> {
  let pieces = 0;
  let refusal: string | null = null;
  for (const event of said) {
    if (event.type === 'piece') pieces += 1;
    if (event.type === 'refused') refusal ??= event.reason;
    else if (event.type !== 'progress') yield event;
  }
  if (pieces === 0)
    throw refusal === null
      ? new ProviderError('provider_malformed', 'the provider has made no picture')
      : new ProviderError('content_filter', refusal);
  yield { type: 'finish', reason: 'stop', choice: 0 };
}
