import type { Usage } from '#app/contracts/cost.ts';
import { lowestIdAt } from '#app/core/platform/ids.ts';
import { listedTargets } from '#app/core/targets/table.ts';
import type { SqlValue } from '#db/sql.ts';

/** Selects calls. */
export interface CallFilter {
  /** Their user; null for all users, which administrators may request. */
  userId: string | null;
  model?: string | null;
  /** The key of the calls. */
  keyId?: string | null;
  /** Calls admitted at this time or later. */
  since?: Date | null;
}

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A range of a list: it begins at a call or after it, and ends with a given call. */
interface IdRange {
  until?: string | undefined;
  after?: string | undefined;
  downTo?: string | undefined;
}

/** Further conditions on a row `g`: ` AND ...`, or empty. */
interface Wanted {
  and: string;
  values: SqlValue[];
}

/** The columns of a generation's row with its usage. */
export interface UsageColumns {
  token_usage: string | null;
  prompt_tokens: number | null;
  cached_tokens: number | null;
  completion_tokens: number | null;
  reasoning_tokens: number | null;
}

/**
 * SQL for calls by user and time: `FROM generations g WHERE ...`, newest first, by an index alone that holds
 * a user's calls in the order of time. Titles are not included: the operator pays them. No index contains
 * model and key: `matching` compares them, row by row.
 */
export function callsOf(
  { userId, since }: CallFilter,
  { until = HIGHEST_ID, after, downTo }: IdRange = {},
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

/** Conditions for the model and the key of a filter. */
export function matching({ model = null, keyId = null }: CallFilter): Wanted {
  return {
    and: `${model === null ? '' : ' AND g.model = ?'}${keyId === null ? '' : ' AND g.api_key_id = ?'}`,
    values: [model, keyId].filter((value) => value !== null),
  };
}

/**
 * Tokens by class, images and seconds; null if nothing was counted. Rows from before all classes were stored
 * have only the basic ones.
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
