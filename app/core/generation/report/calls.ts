import type { Usage } from '#app/contracts/cost.ts';
import { lowestIdAt } from '#app/core/platform/ids.ts';
import { listedTargets } from '#app/core/targets/table.ts';
import type { SqlValue } from '#db/sql.ts';

/** Which calls are listed. */
export interface CallFilter {
  /** Whose; null for everybody's, which administrators may ask for. */
  userId: string | null;
  model?: string | null;
  /** The key that they were made with. */
  keyId?: string | null;
  /** Those that were admitted at this moment or later. */
  since?: Date | null;
}

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Where a list begins, at a call or after it, and the call that is its last. */
interface Stretch {
  until?: string | undefined;
  after?: string | undefined;
  downTo?: string | undefined;
}

/** What else is asked of a row `g`: ` AND ...`, empty where nothing is. */
interface Wanted {
  and: string;
  values: SqlValue[];
}

/** The columns of a generation's row that say what was counted. */
export interface UsageColumns {
  token_usage: string | null;
  prompt_tokens: number | null;
  cached_tokens: number | null;
  completion_tokens: number | null;
  reasoning_tokens: number | null;
}

/**
 * The calls of whomever and since whenever: `FROM generations g WHERE ...`, newest first, by an index alone that holds a
 * person's in the order of time. Titles are at the operator's expense. Model and key stand in no index: `matching`
 * compares them, row by row.
 */
export function callsOf(
  { userId, since }: CallFilter,
  { until = HIGHEST_ID, after, downTo }: Stretch = {},
  wanted: Wanted = { and: '', values: [] },
): { from: string; values: SqlValue[] } {
  const own = userId === null ? '' : 'user_id = ? AND ';
  return {
    from: `FROM generations g WHERE ${own}id ${after === undefined ? '<=' : '<'} ? AND id >= ? AND target IN (?)${wanted.and}
      ORDER BY id DESC`,
    values: [
      ...(userId === null ? [] : [userId]),
      after ?? until,
      downTo ?? (since ? lowestIdAt(since) : LOWEST_ID),
      listedTargets(),
      ...wanted.values,
    ],
  };
}

/** The model and the key of a filter. */
export function matching({ model = null, keyId = null }: CallFilter): Wanted {
  return {
    and: `${model === null ? '' : ' AND g.model = ?'}${keyId === null ? '' : ' AND g.api_key_id = ?'}`,
    values: [model, keyId].filter((value) => value !== null),
  };
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
