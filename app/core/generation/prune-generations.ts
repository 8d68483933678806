import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * Deletes the records of runs that were begun more than `days` ago and have ended; their messages and ledger
 * entries stay.
 * @param most rows at a time, so that no statement holds locks for long
 * @returns how many were deleted
 */
export async function pruneGenerations(days: number, most = 1000): Promise<number> {
  return change(
    AUTOCOMMIT,
    `DELETE FROM generations WHERE state IN ('done', 'stopped', 'failed', 'interrupted')
       AND created_at < NOW(3) - INTERVAL ? DAY LIMIT ?`,
    [days, most],
  );
}
