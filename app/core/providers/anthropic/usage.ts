import type { TokenUsage } from '#app/contracts/money.ts';
import { isObject } from '../shared/json.ts';
import { tokenCount } from '../shared/token-count.ts';

/**
 * Reads a usage in our words. The wire counts what was read from and written to the cache beside the input;
 * here both are part of the prompt.
 * @param usage the fields of message_start and over them those of message_delta, which are totals
 * @returns null for a usage that cannot be meant (negative, not a number, absurdly large)
 */
export function readUsage(usage: Record<string, unknown>): TokenUsage | null {
  const input = tokenCount(usage['input_tokens']);
  const completionTokens = tokenCount(usage['output_tokens']);
  const cachedTokens = tokenCount(usage['cache_read_input_tokens'] ?? 0);
  const written = tokenCount(usage['cache_creation_input_tokens'] ?? 0);
  if (input === null || completionTokens === null || cachedTokens === null || written === null) return null;
  const creation = isObject(usage['cache_creation']) ? usage['cache_creation'] : {};
  const long = Math.min(tokenCount(creation['ephemeral_1h_input_tokens']) ?? 0, written);
  const details = isObject(usage['output_tokens_details']) ? usage['output_tokens_details'] : {};
  return {
    promptTokens: input + cachedTokens + written,
    cachedTokens,
    completionTokens,
    reasoningTokens: Math.min(tokenCount(details['thinking_tokens']) ?? 0, completionTokens),
    ...(written > long ? { cacheWriteTokens: written - long } : {}),
    ...(long > 0 ? { cacheWriteLongTokens: long } : {}),
  };
}
