import type { Charge, UsageSource } from '#app/core/generation/record/ending.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** What a generation is charged whose steps have asked the models: the sum of what each of them cost by itself. */
export async function chargeForSteps(parentId: string): Promise<Charge> {
  const row = await selectRow<{
    cost: string | null;
    prompt: string | null;
    cached: string | null;
    completion: string | null;
    reasoning: string | null;
    counted: string | null;
    source: UsageSource | null;
    sources: string;
  }>(
    AUTOCOMMIT,
    `SELECT SUM(cost_micro) AS cost, SUM(prompt_tokens) AS prompt, SUM(cached_tokens) AS cached,
       SUM(completion_tokens) AS completion, SUM(reasoning_tokens) AS reasoning, SUM(counted_tokens) AS counted,
       MIN(usage_source) AS source, COUNT(DISTINCT usage_source) AS sources
     FROM generations WHERE parent_id = ?`,
    [parentId],
  );
  const tokens = (sum: string | null | undefined) => Number(sum ?? 0);
  const hasUsage = row?.source != null;
  return {
    costMicro: BigInt(row?.cost ?? 0),
    usage: hasUsage
      ? {
          promptTokens: tokens(row.prompt),
          cachedTokens: tokens(row.cached),
          completionTokens: tokens(row.completion),
          reasoningTokens: tokens(row.reasoning),
        }
      : null,
    usageSource: hasUsage ? (Number(row.sources) > 1 ? 'both' : row.source) : null,
    countedTokens: hasUsage ? tokens(row.counted) : null,
    textTokens: null,
  };
}
