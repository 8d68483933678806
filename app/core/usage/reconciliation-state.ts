import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { DAY_MS, dayOf, earliest, later } from './sums/times.ts';
import { readState, releaseRowsBefore } from './usage-state.ts';

/** How far the reconciliation is. */
export interface ReconciliationState {
  /** Days before it were compared. */
  verifiedUntil: Date;
  /** The day of the last pass over the accounts that was begun, and the account that it has come to; '' at the start. */
  accountsFor: Date;
  accountCursor: string;
  /** No entry of an open transaction comes before this one. */
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

/** A transaction is never open for as long. */
const OLD_MINUTES = 60;

/** The state, made where nothing was ever compared. */
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
 * Takes the lease, or renews it; who has it works for another minute, and after a crash somebody else goes on.
 * @returns false where another process has it
 */
export async function takeLease(owner: string): Promise<boolean> {
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

/** Keeps the newest entry for later: after an hour it is the bound. */
export async function moveEntriesBound(newest: bigint): Promise<void> {
  await change(
    AUTOCOMMIT,
    `UPDATE reconciliation_state FORCE INDEX (PRIMARY) SET entries_bound = entries_seen, entries_seen = ?, entries_seen_at = NOW(3)
     WHERE id = 1 AND (entries_seen_at IS NULL OR entries_seen_at < NOW(3) - INTERVAL ? MINUTE)`,
    [newest, OLD_MINUTES],
  );
}

/**
 * Lets go of the rows of days that were rolled up and compared and are older than `days`: from then on nothing compares
 * them. Said before the first of them is deleted, so that no comparison finds some missing.
 * @returns when a generation must have ended before to be deleted
 */
export async function releaseRows(days: number): Promise<Date> {
  const { now } = await readState(AUTOCOMMIT);
  const { verifiedUntil } = await readReconciliationState();
  const before = earliest(verifiedUntil, dayOf(later(now, -days * DAY_MS)));
  await releaseRowsBefore(AUTOCOMMIT, before);
  return before;
}
