import type { ReplyEnd } from '#app/contracts/generation.ts';
import type { WireUsage } from '#app/contracts/openai/answers/usage-answer.ts';

/** The usage of an embedding call: only the input is counted. */
export function toEmbeddingUsage({
  usage,
  costMicro,
}: ReplyEnd): Pick<WireUsage, 'prompt_tokens' | 'total_tokens' | 'cost'> {
  const tokens = usage?.promptTokens ?? 0;
  return { prompt_tokens: tokens, total_tokens: tokens, cost: Number(costMicro) / 1_000_000 };
}

/**
 * The usage of a call that ended. Cached tokens are part of the prompt, reasoning is part of the completion.
 */
export function toWireUsage({ usage, costMicro }: ReplyEnd): WireUsage {
  const prompt = usage?.promptTokens ?? 0;
  const completion = usage?.completionTokens ?? 0;
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: usage?.cachedTokens ?? 0,
      cache_write_tokens: (usage?.cacheWriteTokens ?? 0) + (usage?.cacheWriteLongTokens ?? 0),
    },
    completion_tokens_details: { reasoning_tokens: usage?.reasoningTokens ?? 0 },
    cost: Number(costMicro) / 1_000_000,
  };
}
