import { lowestIdAt } from '#app/core/platform/ids.ts';
import { change, changeInBatches, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const DAY_MS = 86_400_000;

/**
 * Deletes the records of runs that were begun more than `days` ago and have ended before a moment; their messages and ledger
 * entries stay. An id tells its time, so what is too young is not even looked at.
 * @param endedBefore those that ended later are still to be counted or compared (core/usage)
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
 * Takes out of the runs of a user that have ended whatever was written by or for them: models, amounts and times stay.
 * @param after the last id that was answered before, '' to begin with
 * @param most rows at a time, so that no statement holds locks for long
 * @returns the last id that was looked at; null at the end
 */
export async function emptyGenerations(userId: string, after: string, most: number): Promise<string | null> {
  const rows = await selectRows<{ id: string }>(
    AUTOCOMMIT,
    'SELECT id FROM generations WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?',
    [userId, after, most],
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
