import { inputsOf, type EmbeddingInput } from '#app/contracts/embedding.ts';
import { countTokens } from '#app/core/catalogue/count-tokens.ts';

/**
 * Tokens of what is to become vectors, without margin: of all inputs together, and of the longest, which is what a
 * model's window bounds.
 */
export async function countInputs(
  input: EmbeddingInput,
  tokenizer: string,
): Promise<{ total: number; longest: number }> {
  let total = 0;
  let longest = 0;
  for (const one of inputsOf(input)) {
    const tokens = typeof one === 'string' ? await countTokens(one, tokenizer) : one.length;
    total += tokens;
    longest = Math.max(longest, tokens);
  }
  return { total, longest };
}
