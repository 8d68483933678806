import { lowestIdAt } from '#app/core/platform/ids.ts';
import { changeInBatches } from '#db/sql.ts';

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
