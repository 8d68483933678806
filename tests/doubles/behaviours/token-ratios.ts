import { countPromptTokens, countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { estimatePromptTokens, estimateTokens } from '#app/core/catalogue/tokens/estimate-tokens.ts';
import { PROMPT_SAMPLES, TOKEN_SAMPLES } from '#tests/fixtures/token-counts.ts';

/**
 * Our counts for one text or prompt, divided by the maker's: the plain count, which is the base of holds, and
 * the estimate that charges use.
 */
export interface TokenRatio {
  tokenizer: string;
  of: string;
  counted: number;
  estimated: number;
}

/** Compares our counts with the makers' billing, for each known family and language. */
export async function tokenRatios(): Promise<TokenRatio[]> {
  const ratios: TokenRatio[] = [];
  for (const { tokenizer, source: of, messages, tokens } of PROMPT_SAMPLES)
    ratios.push({
      tokenizer,
      of,
      counted: (await countPromptTokens(messages, tokenizer)) / tokens,
      estimated: (await estimatePromptTokens(messages, tokenizer)) / tokens,
    });
  for (const { language: of, text, tokens: own } of TOKEN_SAMPLES)
    for (const [tokenizer, tokens] of Object.entries(own))
      ratios.push({
        tokenizer,
        of,
        counted: (await countTokens(text, tokenizer)) / tokens,
        estimated: (await estimateTokens(text, tokenizer)) / tokens,
      });
  return ratios;
}

/** Prints the ratios as a table, for `npm run providers:report`. */
export async function reportTokens(): Promise<void> {
  console.log('\n| tokens of | by the tokenizer of | counted | estimated |\n|---|---|---:|---:|');
  for (const { of, tokenizer, counted, estimated } of await tokenRatios())
    console.log(`| ${of} | ${tokenizer} | ${counted.toFixed(2)} | ${estimated.toFixed(2)} |`);
}
