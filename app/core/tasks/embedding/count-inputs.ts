import { inputsOf, type EmbeddingInput } from '#app/contracts/embedding.ts';
import { countEach, type CountBounds } from '#app/core/catalogue/tokens/count-tokens.ts';

/**
 * Tokens of what is to become vectors, without margin: of all inputs together, and of the longest, which is what a
 * model's window bounds.
 */
export async function countInputs(
  input: EmbeddingInput,
  tokenizer: string,
  bounds?: CountBounds,
): Promise<{ total: number; longest: number }> {
  const inputs = inputsOf(input);
  const texts = inputs.filter((one) => typeof one === 'string');
  const counted = texts.length > 0 ? await countEach(texts, tokenizer, bounds) : [];
  const counts = [...counted, ...inputs.flatMap((one) => (typeof one === 'string' ? [] : [one.length]))];
  let total = 0;
  let longest = 0;
  for (const tokens of counts) {
    total += tokens;
    longest = Math.max(longest, tokens);
  }
  return { total, longest };
}
