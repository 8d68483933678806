import { awaitSettles, countSettled, endOfBatch, readSettled } from '#app/core/generation/report/settled.ts';
import { logger } from '#app/core/platform/logger.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Transaction } from '#db/transaction.ts';
import { compareDay } from './day-comparison.ts';
import { hashOf, seriesOfAll } from './sums/series.ts';
import { Sums } from './sums/sums.ts';
import { dayOf, earliest, HOUR_MS, hourOf, justBefore, later, oldestHours } from './sums/times.ts';
import { writeSums } from './sums/stored-sums.ts';
import { readState, storeRolledUntil, tryLockState } from './usage-state.ts';

/** Rows that are read and counted in one transaction. */
const BATCH = 2000;

/** Seconds added to the longest time that a statement may wait for a lock. */
const MARGIN_S = 10;

/** Max lag in seconds: an operator may let statements wait for hours, but the sums do not. */
const MAX_LAG_S = 120;

interface Options {
  /**
   * Seconds since a generation ended before it is counted; by default longer than its settlement may have
   * waited for its row.
   */
  lagSeconds?: number;
  /** Approximate rows in a batch. */
  maxRows?: number;
}

/** Milliseconds before the mark for which hours are counted again. */
const LOOK_BACK_MS = 10 * 60_000;

/**
 * Adds one batch of the generations that have ended since the last one to the roll-ups, and advances the mark
 * up to which they are counted, in one transaction. The decision record
 * (docs/decisions/2026-11-24-usage-rollups.md) explains why none is missed or counted twice.
 * @returns number of rows that were counted, and whether more wait; null when another process did it
 */
export async function rollUp({ lagSeconds, maxRows = BATCH }: Options = {}): Promise<{
  rows: number;
  hasMore: boolean;
} | null> {
  const { rolledUntil: after, now } = await readState(AUTOCOMMIT);
  const limit = later(now, -1000 * (lagSeconds ?? (await longestWait())));
  if (limit <= after) return { rows: 0, hasMore: false };
  const end = await endOfBatch(AUTOCOMMIT, { after, until: limit }, maxRows);
  const until = end ?? limit;
  await awaitSettles(AUTOCOMMIT, { after, until });
  return transaction(async (tx) => {
    const state = await tryLockState(tx);
    if (state?.rolledUntil.getTime() !== after.getTime()) return null;
    const calls = await readSettled(tx, { after, until });
    const sums = new Sums();
    for (const call of calls) sums.addCall(call);
    const hoursFrom = oldestHours(state.now);
    await writeSums(
      tx,
      sums.all().filter(({ grain, at }) => grain === 'day' || at >= hoursFrom),
    );
    await storeRolledUntil(tx, until);
    return { rows: calls.length, hasMore: end !== null };
  });
}

/** Max seconds for which an UPDATE that has set its time may still wait for its row. */
async function longestWait(): Promise<number> {
  const row = await selectRow<{ seconds: string }>(
    AUTOCOMMIT,
    'SELECT @@GLOBAL.innodb_lock_wait_timeout AS seconds',
  );
  return Math.min(Number(row!.seconds) + MARGIN_S, MAX_LAG_S);
}

/**
 * Counts the rows of the last hours again, and rebuilds the day of an hour whose rows differ from its count:
 * because a clock went back, or a settlement paused for longer than any statement may wait.
 * @returns number of sums that were repaired
 */
export async function findLateRows(): Promise<number> {
  return transaction(async (tx) => {
    const state = await tryLockState(tx);
    if (!state) return 0;
    const { rolledUntil, now } = state;
    const first = hourOf(later(rolledUntil, -LOOK_BACK_MS));
    // Rows that were rolled up long after their end have no hourly sums.
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
