import type { TokenUsage } from '#app/contracts/money.ts';
import { isObject } from '../shared/json.ts';

/** More tokens than any call can have; a larger number is a mistake and is not charged. */
const MOST_TOKENS = 100_000_000;

/**
 * Reads a usage in our words: cached tokens are part of the prompt, reasoning is part of the completion.
 * @returns null for a usage that cannot be meant (negative, not a number, absurdly large)
 */
export function readUsage(usage: unknown): TokenUsage | null {
  if (!isObject(usage)) return null;
  const promptTokens = count(usage['prompt_tokens']);
  const stated = count(usage['completion_tokens']);
  if (promptTokens === null || stated === null) return null;
  const promptDetails = isObject(usage['prompt_tokens_details']) ? usage['prompt_tokens_details'] : {};
  const details = isObject(usage['completion_tokens_details']) ? usage['completion_tokens_details'] : {};
  const cached = count(promptDetails['cached_tokens']) ?? count(usage['prompt_cache_hit_tokens']) ?? 0;
  const reasoning = count(details['reasoning_tokens']) ?? 0;
  // xAI counts reasoning beside the completion; only the total gives it away.
  const apart = reasoning > 0 && usage['total_tokens'] === promptTokens + stated + reasoning;
  const completionTokens = apart ? stated + reasoning : stated;
  return {
    promptTokens,
    cachedTokens: Math.min(cached, promptTokens),
    completionTokens,
    reasoningTokens: Math.min(reasoning, completionTokens),
  };
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_TOKENS
    ? value
    : null;
}
