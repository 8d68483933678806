import type { ProviderRequest } from '#app/core/providers/contract.ts';
import { toTurns } from './turns.ts';

const CODE = /^codechat-/;

/**
 * Our request in the words of PaLM's `:predict`.
 * @throws ProviderError for what the wire has no words for
 */
export function toPrediction({ model, messages, maxOutputTokens, options }: ProviderRequest) {
  const isCode = CODE.test(model);
  const { temperature, top_p: topP, top_k: topK } = options;
  const { context, messages: turns } = toTurns(messages, isCode ? 'system' : 'bot');
  return {
    instances: [{ ...(context !== '' && { context }), messages: turns }],
    parameters: {
      maxOutputTokens,
      ...(typeof temperature === 'number' && { temperature }),
      ...(!isCode && typeof topP === 'number' && { topP }),
      ...(!isCode && topK !== undefined && { topK }),
    },
  };
}
