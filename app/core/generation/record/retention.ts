import { lowestIdAt } from '#app/core/platform/ids.ts';
import { change, changeInBatches, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const DAY_MS = 86_400_000;

/**
 * Deletes the rows of runs that began more than `days` ago and ended before a moment; their messages and
 * ledger entries stay. Ids contain their time, so younger rows are not even read.
 * @param endedBefore rows that ended later are still to be counted or compared (core/usage)
 * @param batch rows at a time
 * @returns how many were deleted
 */
export function pruneGenerations(days: number, endedBefore: Date, batch = 1000): Promise<number> {
  return changeInBatches(
    `DELETE FROM generations WHERE id < ? AND state IN ('done', 'stopped', 'failed', 'interrupted') AND finished_at < ?
     ORDER BY id LIMIT ?`,
    [lowestIdAt(new Date(Date.now() - days * DAY_MS)), endedBefore],
    batch,
  );
}

/**
 * Erases the content of a user's ended runs: models, amounts and times stay.
 * @param after the last id that the previous call returned, '' to begin with
 * @param max max rows of one call, so that no statement holds locks for long
 * @returns the last id that was processed; null at the end
 */
export async function eraseGenerationContents(
  userId: string,
  after: string,
  max: number,
): Promise<string | null> {
  const rows = await selectRows<{ id: string }>(
    AUTOCOMMIT,
    'SELECT id FROM generations WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?',
    [userId, after, max],
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return null;
  await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET parameters = NULL, request = NULL, request_id = NULL,
       request_hash = NULL, prefix_text = NULL, text = NULL, thinking = NULL, progress = NULL, result = NULL,
       error_detail = NULL
     WHERE id IN (?) AND finished_at IS NOT NULL`,
    [ids],
  );
  return ids.at(-1)!;
}
