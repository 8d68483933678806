import { inputsOf, type EmbeddingInput } from '#app/contracts/embedding.ts';
import { mostOf, spreadText, type TextSpread } from '#app/core/catalogue/tokens/most-tokens.ts';
import { tokenizerFamily } from '#app/core/catalogue/tokens/tokenizers.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import { estimateCost, type Estimate } from '#app/core/tasks/price/estimate.ts';

/** Marks that models of vectors put around each input, in tokens at most; OpenAI's own put none. */
const PER_INPUT = 4;

/**
 * What vectors for some inputs may cost with an offer: only what goes in is paid for.
 * @param spread of all inputs (spreadInputs)
 * @throws AppError price_unknown
 */
export function estimateInputs(
  { price, promptTokens, model: { tokenizer } }: RoutedOffer,
  { input, spread, at }: { input: EmbeddingInput; spread: TextSpread; at: Date },
): Estimate {
  const marks = tokenizerFamily(tokenizer).isOwn ? 0 : PER_INPUT * inputsOf(input).length;
  const mostPromptTokens = mostOf(spread, promptTokens, tokenizer) + marks;
  return estimateCost(price, { promptTokens, mostPromptTokens, cap: 0, room: 0, at });
}

/** Texts by their letters; what came as tokens was counted by its caller. */
export function spreadInputs(input: EmbeddingInput): TextSpread {
  const spread = { letters: 0, others: 0 };
  for (const one of inputsOf(input)) if (typeof one === 'string') spreadText(one, spread);
  return spread;
}
