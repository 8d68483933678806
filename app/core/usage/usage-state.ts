import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, type Transaction, type Tx } from '#db/transaction.ts';

/** The progress of the roll-ups. */
export interface UsageState {
  /** Generations that ended up to this time are in the sums; later ones are not. */
  rolledUntil: Date;
  /** Rows of days before it may have been pruned: these days can no longer be compared. */
  completeFrom: Date;
  /** The database's clock, which determines when a generation has ended. */
  now: Date;
}

interface StateRow {
  rolled_until: Date;
  complete_from: Date;
  now_at: Date;
}

const NEVER = '1970-01-01';
const SELECT = 'SELECT rolled_until, complete_from, NOW(3) AS now_at FROM usage_state WHERE id = 1';

const toState = (row: StateRow): UsageState => ({
  rolledUntil: row.rolled_until,
  completeFrom: row.complete_from,
  now: row.now_at,
});

/** The current state; created if nothing was ever rolled up. */
export async function readState(tx: Tx): Promise<UsageState> {
  const row = await selectRow<StateRow>(tx, SELECT);
  if (row) return toState(row);
  await change(
    AUTOCOMMIT,
    'INSERT IGNORE INTO usage_state (id, rolled_until, complete_from) VALUES (1, ?, ?)',
    [NEVER, NEVER],
  );
  return toState((await selectRow<StateRow>(tx, SELECT))!);
}

/**
 * Locks the state for the transaction: every writer of sums holds this lock.
 * @returns undefined when another transaction holds it
 */
export async function tryLockState(tx: Transaction): Promise<UsageState | undefined> {
  const row = await selectRow<StateRow>(tx, `${SELECT} FOR UPDATE SKIP LOCKED`);
  return row && toState(row);
}

/** The same, but waits for it. */
export async function lockState(tx: Transaction): Promise<UsageState> {
  return toState((await selectRow<StateRow>(tx, `${SELECT} FOR UPDATE`))!);
}

export async function storeRolledUntil(tx: Transaction, at: Date): Promise<void> {
  await change(tx, 'UPDATE usage_state SET rolled_until = ? WHERE id = 1', [at]);
}

/** Allows rows that ended before `at` to be pruned. */
export async function releaseRowsBefore(tx: Tx, at: Date): Promise<void> {
  await change(tx, 'UPDATE usage_state SET complete_from = GREATEST(complete_from, ?) WHERE id = 1', [at]);
}
