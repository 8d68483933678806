import type { TokenUsage } from '#app/contracts/money.ts';
import { isObject } from '../shared/json.ts';
import { tokenCount } from '../shared/token-count.ts';

/**
 * Reads a usage in our words: cached tokens are part of the prompt, reasoning is part of the completion.
 * @returns null for a usage that cannot be meant (negative, not a number, absurdly large)
 */
export function readUsage(usage: unknown): TokenUsage | null {
  if (!isObject(usage)) return null;
  const promptTokens = tokenCount(usage['prompt_tokens']);
  const stated = tokenCount(usage['completion_tokens']);
  if (promptTokens === null || stated === null) return null;
  const input = isObject(usage['prompt_tokens_details']) ? usage['prompt_tokens_details'] : {};
  const output = isObject(usage['completion_tokens_details']) ? usage['completion_tokens_details'] : {};
  const reasoning = tokenCount(output['reasoning_tokens']) ?? 0;
  // xAI counts reasoning beside the completion; only the total gives it away.
  const apart = reasoning > 0 && usage['total_tokens'] === promptTokens + stated + reasoning;
  const completionTokens = apart ? stated + reasoning : stated;
  const cachedTokens = Math.min(
    tokenCount(input['cached_tokens']) ?? tokenCount(usage['prompt_cache_hit_tokens']) ?? 0,
    promptTokens,
  );
  const fresh = promptTokens - cachedTokens;
  return {
    promptTokens,
    cachedTokens,
    completionTokens,
    reasoningTokens: Math.min(reasoning, completionTokens),
    ...part('cacheWriteTokens', input['cache_write_tokens'], fresh),
    ...part('imageTokens', input['image_tokens'], fresh),
    ...part('audioTokens', input['audio_tokens'], fresh),
    ...part('imageOutputTokens', output['image_tokens'], completionTokens),
  };
}

/** A class of tokens that is seldom there; none is more than the whole. */
function part<Name extends keyof TokenUsage>(name: Name, value: unknown, whole: number): Partial<TokenUsage> {
  const tokens = Math.min(tokenCount(value) ?? 0, whole);
  return tokens > 0 ? { [name]: tokens } : {};
}
