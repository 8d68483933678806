import type { PromptMessage } from '#app/core/providers/contract.ts';
import { costOf, type TokenPrice, type TokenUsage } from '#app/contracts/money.ts';
import { countPromptTokens, countTokens } from '#app/core/catalogue/count-tokens.ts';

/** What a run produced, as far as it came. */
export interface Produced {
  prompt: PromptMessage[];
  /** Text of this run alone: without what a continued reply already said. */
  text: string;
  thinking: string;
  /** The provider's last word, or null. */
  usage: TokenUsage | null;
  tokenizer: string;
}

export interface Charge {
  usage: TokenUsage | null;
  usageSource: 'provider' | 'counted' | null;
  costMicro: bigint;
}

/**
 * The charge table: with text, the prompt and what was produced, by the provider's usage, else by our own
 * count; without text, nothing, whatever the provider says.
 */
export async function chargeFor(produced: Produced, price: TokenPrice): Promise<Charge> {
  if (produced.text === '' && produced.thinking === '')
    return { usage: null, usageSource: null, costMicro: 0n };
  const usage = produced.usage ?? (await countUsage(produced));
  return { usage, usageSource: produced.usage ? 'provider' : 'counted', costMicro: costOf(usage, price) };
}

async function countUsage({ prompt, text, thinking, tokenizer }: Produced): Promise<TokenUsage> {
  const promptTokens = await countPromptTokens(prompt, tokenizer);
  const reasoningTokens = await countTokens(thinking, tokenizer);
  const completionTokens = reasoningTokens + (await countTokens(text, tokenizer));
  return { promptTokens, cachedTokens: 0, completionTokens, reasoningTokens };
}
