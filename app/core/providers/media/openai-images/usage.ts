import type { TokenUsage } from '#app/contracts/money.ts';
import { isObject } from '#app/core/providers/shared/json.ts';
import { tokenCount } from '#app/core/providers/shared/token-count.ts';
import { inside } from '../shared/pieces.ts';

/**
 * OpenAI's count in our words. All that comes out is pictures, where it does not say how much of it is words.
 * @returns null for a usage that cannot be meant (negative, not a number, absurdly large)
 */
export function imageUsage(counted: unknown): TokenUsage | null {
  if (!isObject(counted)) return null;
  const promptTokens = tokenCount(counted['input_tokens']);
  const completionTokens = tokenCount(counted['output_tokens']);
  if (promptTokens === null || completionTokens === null) return null;
  const sent = inside(counted, 'input_tokens_details');
  const cachedTokens = Math.min(tokenCount(sent['cached_tokens']) ?? 0, promptTokens);
  const imageTokens = Math.min(tokenCount(sent['image_tokens']) ?? 0, promptTokens - cachedTokens);
  const drawn = tokenCount(inside(counted, 'output_tokens_details')['image_tokens']);
  const imageOutputTokens = Math.min(drawn ?? completionTokens, completionTokens);
  return {
    promptTokens,
    cachedTokens,
    completionTokens,
    reasoningTokens: 0,
    ...(imageTokens > 0 && { imageTokens }),
    ...(imageOutputTokens > 0 && { imageOutputTokens }),
  };
}
