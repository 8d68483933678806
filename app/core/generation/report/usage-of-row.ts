import type { Usage } from '#app/contracts/cost.ts';

/** The columns of a generation's row that say what was counted. */
export interface UsageColumns {
  token_usage: string | null;
  prompt_tokens: number | null;
  cached_tokens: number | null;
  completion_tokens: number | null;
  reasoning_tokens: number | null;
}

/**
 * Tokens by class, pictures and seconds; null where nothing was counted. Rows from before every class was kept have the
 * usual ones only.
 */
export function usageOf(row: UsageColumns): Usage | null {
  if (row.token_usage !== null) return JSON.parse(row.token_usage) as Usage;
  if (row.prompt_tokens === null || row.completion_tokens === null) return null;
  return {
    promptTokens: row.prompt_tokens,
    cachedTokens: row.cached_tokens ?? 0,
    completionTokens: row.completion_tokens,
    reasoningTokens: row.reasoning_tokens ?? 0,
  };
}
