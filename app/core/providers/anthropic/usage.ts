import type { TokenUsage } from '#app/contracts/money.ts';
import { isObject } from '../shared/json.ts';

/** More tokens than any call can have; a larger number is a mistake and is not charged. */
const MOST_TOKENS = 100_000_000;

/**
 * Reads a usage in our words. The wire counts what was read from and written to the cache beside the input;
 * here both are part of the prompt.
 * @param usage the fields of message_start and over them those of message_delta, which are totals
 * @returns null for a usage that cannot be meant (negative, not a number, absurdly large)
 */
export function readUsage(usage: Record<string, unknown>): TokenUsage | null {
  const input = count(usage['input_tokens']);
  const completionTokens = count(usage['output_tokens']);
  const cachedTokens = count(usage['cache_read_input_tokens'] ?? 0);
  const written = count(usage['cache_creation_input_tokens'] ?? 0);
  if (input === null || completionTokens === null || cachedTokens === null || written === null) return null;
  const creation = isObject(usage['cache_creation']) ? usage['cache_creation'] : {};
  const long = Math.min(count(creation['ephemeral_1h_input_tokens']) ?? 0, written);
  const details = isObject(usage['output_tokens_details']) ? usage['output_tokens_details'] : {};
  return {
    promptTokens: input + cachedTokens + written,
    cachedTokens,
    completionTokens,
    reasoningTokens: Math.min(count(details['thinking_tokens']) ?? 0, completionTokens),
    ...(written > long ? { cacheWriteTokens: written - long } : {}),
    ...(long > 0 ? { cacheWriteLongTokens: long } : {}),
  };
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_TOKENS
    ? value
    : null;
}
