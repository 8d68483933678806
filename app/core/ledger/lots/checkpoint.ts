import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import type { Credit, Lot } from './credit.ts';

/** The entry up to which an account's entries are applied, and the resulting credit. */
export interface Checkpoint {
  accountId: string;
  lastEntryId: bigint;
  credit: Credit;
  /** Time of the next expiry check of the account; null while it has no lot. */
  dueAt: Date | null;
}

interface Row {
  account_id: string;
  last_entry_id: string;
  lots: string;
  lasting_micro: string;
  debt_micro: string;
  due_at: Date | null;
}

const SELECT = `SELECT c.account_id, c.last_entry_id, c.lots, c.lasting_micro, c.debt_micro, c.due_at
  FROM credit_checkpoints c`;

/** The checkpoint of an account; null for one that never bought credit. */
export async function findCheckpoint(tx: Tx, accountId: string): Promise<Checkpoint | null> {
  const row = await selectRow<Row>(tx, `${SELECT} WHERE c.account_id = ?`, [accountId]);
  return row ? toCheckpoint(row) : null;
}

/** The same for a user's account. */
export async function findCheckpointOf(tx: Tx, userId: string): Promise<Checkpoint | null> {
  const row = await selectRow<Row>(
    tx,
    `${SELECT} JOIN accounts a ON a.id = c.account_id WHERE a.user_id = ?`,
    [userId],
  );
  return row ? toCheckpoint(row) : null;
}

/** The same, locked for the rest of a transaction that has locked the account before. */
export async function lockCheckpoint(tx: Transaction, accountId: string): Promise<Checkpoint | null> {
  const row = await selectRow<Row>(tx, `${SELECT} WHERE c.account_id = ? FOR UPDATE`, [accountId]);
  return row ? toCheckpoint(row) : null;
}

/**
 * Writes a checkpoint, if the previous one has not moved.
 * @param lastEntryId position of the previous one
 * @returns false when another process has moved it further, or the account was erased
 */
export async function moveCheckpoint(tx: Tx, lastEntryId: bigint, next: Checkpoint): Promise<boolean> {
  const { lots, lastingMicro, debtMicro } = next.credit;
  const changed = await change(
    tx,
    `UPDATE credit_checkpoints SET last_entry_id = ?, lots = ?, lasting_micro = ?, debt_micro = ?, due_at = ?
     WHERE account_id = ? AND last_entry_id = ?`,
    [
      next.lastEntryId,
      JSON.stringify(lots.map(toStored)),
      lastingMicro,
      debtMicro,
      next.dueAt,
      next.accountId,
      lastEntryId,
    ],
  );
  return changed === 1;
}

/**
 * Accounts with a due expiry check, in the order of their ids.
 * @param after the last one of the page before
 */
export async function listDue(
  tx: Tx,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<string[]> {
  const rows = await selectRows<{ account_id: string }>(
    tx,
    'SELECT account_id FROM credit_checkpoints WHERE due_at <= ? AND account_id > ? ORDER BY account_id LIMIT ?',
    [now, after, limit],
  );
  return rows.map((row) => row.account_id);
}

/** A lot in the format of its row: amounts and ids as text, the time in milliseconds. */
type StoredLot = [
  entryId: string,
  purchaseId: string,
  expiresAt: number,
  remaining: string,
  taken: string,
  expiries: number,
];

function toStored(lot: Lot): StoredLot {
  const { entryId, purchaseId, expiresAt, remainingMicro, takenMicro, expiries } = lot;
  return [
    entryId.toString(),
    purchaseId,
    expiresAt.getTime(),
    remainingMicro.toString(),
    takenMicro.toString(),
    expiries,
  ];
}

function toCheckpoint(row: Row): Checkpoint {
  const lots = (JSON.parse(row.lots) as StoredLot[]).map(
    ([entryId, purchaseId, expiresAt, remaining, taken, expiries]): Lot => ({
      entryId: BigInt(entryId),
      purchaseId,
      expiresAt: new Date(expiresAt),
      remainingMicro: BigInt(remaining),
      takenMicro: BigInt(taken),
      expiries,
    }),
  );
  return {
    accountId: row.account_id,
    lastEntryId: BigInt(row.last_entry_id),
    credit: {
      lots,
      lastingMicro: BigInt(row.lasting_micro),
      debtMicro: BigInt(row.debt_micro),
    },
    dueAt: row.due_at,
  };
}
