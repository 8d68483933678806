import { countSettled } from '#app/core/generation/report/read-settled.ts';
import { logger } from '#app/core/platform/logger.ts';
import { selectRow } from '#db/sql.ts';
import { transaction, type Transaction } from '#db/transaction.ts';
import { compareDay } from './compare-day.ts';
import { hashOf, seriesOfAll } from './sums/series.ts';
import { dayOf, earliest, HOUR_MS, hourOf, justBefore, later, oldestHours } from './sums/times.ts';
import { tryLockState } from './usage-state.ts';

/** So long before the mark hours are looked at again. */
const LOOK_BACK_MS = 10 * 60_000;

/**
 * Counts the rows of the last hours again, and rebuilds the day of one that has other rows than were counted: of a clock
 * that went back, or a settle that stood still for longer than any statement may wait.
 * @returns how many sums were put right
 */
export async function findLateRows(): Promise<number> {
  return transaction(async (tx) => {
    const state = await tryLockState(tx);
    if (!state) return 0;
    const { rolledUntil, now } = state;
    const first = hourOf(later(rolledUntil, -LOOK_BACK_MS));
    // Of what was rolled up long after it had ended there are no hours.
    if (first < oldestHours(now)) return 0;
    let repaired = 0;
    for (let hour = first; hour <= rolledUntil; hour = later(hour, HOUR_MS)) {
      const until = earliest(justBefore(later(hour, HOUR_MS)), rolledUntil);
      const rows = await countSettled(tx, { from: hour, until });
      if (rows === (await countedIn(tx, hour))) continue;
      const { mismatches } = await compareDay(tx, dayOf(hour), state);
      logger().warn({ hour: hour.toISOString(), rows, sums: mismatches }, 'usage: late rows were counted');
      repaired += mismatches;
    }
    return repaired;
  });
}

async function countedIn(tx: Transaction, hour: Date): Promise<number> {
  const row = await selectRow<{ requests: string }>(
    tx,
    `SELECT f.requests FROM usage_figures f JOIN usage_series s ON s.id = f.series_id
     WHERE s.names_hash = ? AND f.grain = 'hour' AND f.at = ?`,
    [hashOf(seriesOfAll('rows')), hour],
  );
  return Number(row?.requests ?? 0);
}
