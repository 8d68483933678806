import { awaitSettles, endOfBatch, readSettled } from '#app/core/generation/report/read-settled.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { Sums } from './sums/sums.ts';
import { later, oldestHours } from './sums/times.ts';
import { readState, storeRolledUntil, tryLockState } from './usage-state.ts';
import { writeSums } from './sums/write-sums.ts';

/** Rows that are read and counted in one transaction. */
const BATCH = 2000;
/** Beyond what a statement may wait for a lock. */
const MARGIN_S = 10;
/** An operator may let statements wait for hours; the sums do not. */
const MOST_LAG_S = 120;

interface Options {
  /** How long ago a generation must have ended; by default longer than its settle may have waited for its row. */
  lagSeconds?: number;
  /** Rows in a batch, about. */
  most?: number;
}

/**
 * Adds one batch of the generations that have ended since the last one to the roll-ups, and moves the mark up to which they
 * are counted, in one transaction. The decision record (docs/decisions/2026-11-24-usage-rollups.md) says why none is
 * missed or counted twice.
 * @returns how many rows were counted, and whether more wait; null where another process was at it
 */
export async function rollUp({ lagSeconds, most = BATCH }: Options = {}): Promise<{
  rows: number;
  hasMore: boolean;
} | null> {
  const { rolledUntil: after, now } = await readState(AUTOCOMMIT);
  const limit = later(now, -1000 * (lagSeconds ?? (await longestWait())));
  if (limit <= after) return { rows: 0, hasMore: false };
  const end = await endOfBatch(AUTOCOMMIT, { after, until: limit }, most);
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

/** For how many seconds an UPDATE that has set its time may still wait for its row. */
async function longestWait(): Promise<number> {
  const row = await selectRow<{ seconds: string }>(
    AUTOCOMMIT,
    'SELECT @@GLOBAL.innodb_lock_wait_timeout AS seconds',
  );
  return Math.min(Number(row!.seconds) + MARGIN_S, MOST_LAG_S);
}
