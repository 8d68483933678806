import type { TokenUsage } from '#app/contracts/money.ts';
import { isObject } from '#app/core/providers/shared/json.ts';
import { tokenCount } from '#app/core/providers/shared/usage.ts';

/**
 * Converts Google's usage: thoughts are counted beside the candidates and become part of the output; each
 * part is at most its whole.
 * @returns null for an invalid usage (negative, not a number, absurdly large)
 */
export function readGoogleUsage(counted: unknown): TokenUsage | null {
  if (!isObject(counted)) return null;
  const prompt = tokenCount(counted['promptTokenCount']);
  const ofTools = tokenCount(counted['toolUsePromptTokenCount'] ?? 0);
  const made = tokenCount(counted['candidatesTokenCount'] ?? 0);
  const reasoningTokens = tokenCount(counted['thoughtsTokenCount'] ?? 0);
  if (prompt === null || ofTools === null || made === null || reasoningTokens === null) return null;
  const promptTokens = prompt + ofTools;
  const cachedTokens = Math.min(tokenCount(counted['cachedContentTokenCount']) ?? 0, promptTokens);
  const fresh = promptTokens - cachedTokens;
  const images = tokensOf('IMAGE', counted['promptTokensDetails'], fresh);
  const sound = tokensOf('AUDIO', counted['promptTokensDetails'], fresh - images);
  const drawn = tokensOf('IMAGE', counted['candidatesTokensDetails'], made);
  return {
    promptTokens,
    cachedTokens,
    completionTokens: made + reasoningTokens,
    reasoningTokens,
    ...(images > 0 && { imageTokens: images }),
    ...(sound > 0 && { audioTokens: sound }),
    ...(drawn > 0 && { imageOutputTokens: drawn }),
  };
}

function tokensOf(modality: string, details: unknown, whole: number): number {
  const listed: unknown[] = Array.isArray(details) ? details : [];
  const found = listed.find((one) => isObject(one) && one['modality'] === modality);
  return Math.min(tokenCount(isObject(found) ? found['tokenCount'] : 0) ?? 0, whole);
}
