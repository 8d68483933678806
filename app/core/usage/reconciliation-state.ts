import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { DAY_MS, dayOf, earliest, later } from './sums/times.ts';
import { readState, releaseRowsBefore } from './usage-state.ts';

/** The progress of the reconciliation. */
export interface ReconciliationState {
  /** Days before it were compared. */
  verifiedUntil: Date;
  /** The day of the last started pass over the accounts, and its last account; '' at the start. */
  accountsFor: Date;
  accountCursor: string;
  /** No open transaction can add an entry before this one. */
  entriesBound: bigint;
  /** The database's clock. */
  now: Date;
}

interface Row {
  verified_until: Date;
  accounts_for: Date;
  account_cursor: string;
  entries_bound: string;
  now_at: Date;
}

const NEVER = '1970-01-01';

const LEASE_S = 60;

/** No transaction is open for longer than this. */
const OLD_MINUTES = 60;

/** The state, created if nothing was ever compared. */
export async function readReconciliationState(): Promise<ReconciliationState> {
  const sql = `SELECT verified_until, accounts_for, account_cursor, entries_bound, NOW(3) AS now_at
    FROM reconciliation_state WHERE id = 1`;
  const find = () => selectRow<Row>(AUTOCOMMIT, sql);
  let row = await find();
  if (!row) {
    await change(
      AUTOCOMMIT,
      'INSERT IGNORE INTO reconciliation_state (id, verified_until, accounts_for) VALUES (1, ?, ?)',
      [NEVER, NEVER],
    );
    row = (await find())!;
  }
  return {
    verifiedUntil: row.verified_until,
    accountsFor: row.accounts_for,
    accountCursor: row.account_cursor,
    entriesBound: BigInt(row.entries_bound),
    now: row.now_at,
  };
}

/**
 * Acquires the lease, or renews it for another minute; after a crash another process can acquire it.
 * @returns false when another process has it
 */
export async function acquireLease(owner: string): Promise<boolean> {
  await change(
    AUTOCOMMIT,
    `UPDATE reconciliation_state FORCE INDEX (PRIMARY) SET lease_until = NOW(3) + INTERVAL ? SECOND, lease_owner = ?
     WHERE id = 1 AND (lease_owner IS NULL OR lease_owner = ? OR lease_until < NOW(3))`,
    [LEASE_S, owner, owner],
  );
  const row = await selectRow<{ lease_owner: string | null }>(
    AUTOCOMMIT,
    'SELECT lease_owner FROM reconciliation_state WHERE id = 1',
  );
  return row?.lease_owner === owner;
}

export async function endLease(owner: string): Promise<void> {
  await change(
    AUTOCOMMIT,
    'UPDATE reconciliation_state FORCE INDEX (PRIMARY) SET lease_owner = NULL, lease_until = NULL WHERE id = 1 AND lease_owner = ?',
    [owner],
  );
}

export async function storeVerifiedUntil(at: Date): Promise<void> {
  await change(
    AUTOCOMMIT,
    'UPDATE reconciliation_state SET verified_until = GREATEST(verified_until, ?) WHERE id = 1',
    [at],
  );
}

/** @param cursor the last account that was compared; '' for none of the day */
export async function storeAccountCursor(accountsFor: Date, cursor: string): Promise<void> {
  await change(
    AUTOCOMMIT,
    'UPDATE reconciliation_state SET accounts_for = ?, account_cursor = ? WHERE id = 1',
    [accountsFor, cursor],
  );
}

/** Stores the newest entry: after an hour it becomes the bound. */
export async function moveEntriesBound(newest: bigint): Promise<void> {
  await change(
    AUTOCOMMIT,
    `UPDATE reconciliation_state FORCE INDEX (PRIMARY) SET entries_bound = entries_seen, entries_seen = ?, entries_seen_at = NOW(3)
     WHERE id = 1 AND (entries_seen_at IS NULL OR entries_seen_at < NOW(3) - INTERVAL ? MINUTE)`,
    [newest, OLD_MINUTES],
  );
}

/**
 * Releases the rows of days that were rolled up and compared and are older than `days`: they are no longer
 * compared. This must precede the first deletion, so that no comparison finds missing rows.
 * @returns the time before which a generation must have ended to be deleted
 */
export async function releaseRows(days: number): Promise<Date> {
  const { now } = await readState(AUTOCOMMIT);
  const { verifiedUntil } = await readReconciliationState();
  const before = earliest(verifiedUntil, dayOf(later(now, -days * DAY_MS)));
  await releaseRowsBefore(AUTOCOMMIT, before);
  return before;
}
