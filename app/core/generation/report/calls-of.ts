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
