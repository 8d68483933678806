import type { TokenUsage } from '#app/contracts/money.ts';
import { isObject } from '#app/core/providers/shared/json.ts';
import { tokenCount } from '#app/core/providers/shared/token-count.ts';
import { listOf } from '../shared/pieces.ts';

/**
 * Google's count in our words: thoughts are part of what comes out, each part is at most its whole.
 * @returns null for a usage that cannot be meant (negative, not a number, absurdly large)
 */
export function geminiUsage(counted: unknown): TokenUsage | null {
  if (!isObject(counted)) return null;
  const promptTokens = tokenCount(counted['promptTokenCount']);
  const made = tokenCount(counted['candidatesTokenCount'] ?? 0);
  const reasoningTokens = tokenCount(counted['thoughtsTokenCount'] ?? 0);
  if (promptTokens === null || made === null || reasoningTokens === null) return null;
  const cachedTokens = Math.min(tokenCount(counted['cachedContentTokenCount']) ?? 0, promptTokens);
  const pictures = ofPictures(counted['promptTokensDetails'], promptTokens - cachedTokens);
  const drawn = ofPictures(counted['candidatesTokensDetails'], made);
  return {
    promptTokens,
    cachedTokens,
    completionTokens: made + reasoningTokens,
    reasoningTokens,
    ...(pictures > 0 && { imageTokens: pictures }),
    ...(drawn > 0 && { imageOutputTokens: drawn }),
  };
}

function ofPictures(details: unknown, whole: number): number {
  const found = listOf(details).find((one) => isObject(one) && one['modality'] === 'IMAGE');
  return Math.min(tokenCount(isObject(found) ? found['tokenCount'] : 0) ?? 0, whole);
}
