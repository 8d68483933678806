import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, type Transaction, type Tx } from '#db/transaction.ts';

/** How far the roll-ups are. */
export interface UsageState {
  /** What ended until then is in the sums; what ended later is not. */
  rolledUntil: Date;
  /** Rows of days before it may have been pruned: they cannot be compared any more. */
  completeFrom: Date;
  /** The database's clock, which says when a generation has ended. */
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

/** The state as it is; made where nothing was ever rolled up. */
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
 * Locks the state for the transaction: whoever writes sums has it.
 * @returns undefined where somebody else has it
 */
export async function tryLockState(tx: Transaction): Promise<UsageState | undefined> {
  const row = await selectRow<StateRow>(tx, `${SELECT} FOR UPDATE SKIP LOCKED`);
  return row && toState(row);
}

/** The same, and waits for it. */
export async function lockState(tx: Transaction): Promise<UsageState> {
  return toState((await selectRow<StateRow>(tx, `${SELECT} FOR UPDATE`))!);
}

export async function storeRolledUntil(tx: Transaction, at: Date): Promise<void> {
  await change(tx, 'UPDATE usage_state SET rolled_until = ? WHERE id = 1', [at]);
}

/** From now on rows that ended before `at` may be pruned. */
export async function releaseRowsBefore(tx: Tx, at: Date): Promise<void> {
  await change(tx, 'UPDATE usage_state SET complete_from = GREATEST(complete_from, ?) WHERE id = 1', [at]);
}
