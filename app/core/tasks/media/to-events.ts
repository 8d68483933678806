import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import type { MediaEvent } from '#app/core/providers/media/contract.ts';

/**
 * What a provider says of an order, as the pipeline takes it.
 * @param noun what should have been made
 * @throws ProviderError content_filter where its policy has kept back every piece
 */
export async function* toEvents(
  said: Iterable<MediaEvent>,
  noun: 'picture' | 'video',
): AsyncGenerator<ProviderEvent> {
  let pieces = 0;
  let refusal: string | null = null;
  for (const event of said) {
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
