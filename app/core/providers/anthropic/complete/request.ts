import type { ProviderRequest } from '#app/core/providers/contract.ts';
import { toPrompt } from './prompt.ts';

/**
 * Our request in the words of text completions.
 * @throws ProviderError for what the wire has no words for
 */
export function toCompletion({ model, messages, maxOutputTokens, delivery, options }: ProviderRequest) {
  const { temperature, top_p: topP, top_k: topK, stop } = options;
  const stops = typeof stop === 'string' ? [stop] : (stop ?? []);
  return {
    model,
    prompt: toPrompt(messages),
    max_tokens_to_sample: maxOutputTokens,
    stream: delivery === 'stream',
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof topP === 'number' && { top_p: topP }),
    ...(topK !== undefined && { top_k: topK }),
    ...(stops.length > 0 && { stop_sequences: stops }),
  };
}
