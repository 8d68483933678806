import type { BookingKind } from '#app/contracts/ledger.ts';
import { change, selectRow } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { findAccount, lockAccounts } from './accounts.ts';
import { lasting } from './lots/credit.ts';

/** A booking other than the charge of a generation. */
export interface AccountBooking {
  kind: BookingKind;
  /** Unique in the whole ledger: a repeated booking is booked once. */
  reference: string;
  /** Signed micro-dollars. */
  amountMicro: bigint;
  detail?: Record<string, string | number>;
}

interface Booking extends AccountBooking {
  userId: string;
}

/**
 * Books one entry and changes the balance with it.
 * @param tx a transaction: entry and balance change together
 * @returns false when the reference was booked before; nothing is changed then.
 */
export async function bookEntry(tx: Transaction, { userId, ...booking }: Booking): Promise<boolean> {
  const found = await findAccount(tx, userId);
  if (!found) throw new Error('The user has no account');
  await lockAccounts(tx, [found.id]);
  return bookToAccount(tx, found.id, booking);
}

/**
 * The same for an account that this transaction has locked.
 * @returns false when the reference was booked before; nothing is changed then.
 */
export async function bookToAccount(
  tx: Transaction,
  accountId: string,
  { kind, reference, amountMicro, detail }: AccountBooking,
): Promise<boolean> {
  const known = await selectRow(tx, 'SELECT id FROM ledger_entries WHERE reference = ?', [reference]);
  if (known) return false;
  if (kind === 'payment') await expectLot(tx, accountId);
  await change(
    tx,
    `INSERT INTO ledger_entries (account_id, kind, reference, amount_micro, detail, created_at)
     VALUES (?, ?, ?, ?, ?, NOW(3))`,
    [accountId, kind, reference, amountMicro, detail ? JSON.stringify(detail) : null],
  );
  await change(tx, 'UPDATE accounts SET balance_micro = balance_micro + ? WHERE id = ?', [
    amountMicro,
    accountId,
  ]);
  return true;
}

/**
 * Schedules the expiry check of an account because a payment is about to be booked. While it has no lot, its
 * whole balance does not expire: its checkpoint then moves to its newest entry, and no entry has to be read.
 * @param tx the transaction that has locked the account, before it books the payment
 */
async function expectLot(tx: Transaction, accountId: string): Promise<void> {
  const now = await selectRow<{ balance_micro: string; last_entry_id: string }>(
    tx,
    `SELECT balance_micro, (SELECT COALESCE(MAX(id), 0) FROM ledger_entries WHERE account_id = a.id) AS last_entry_id
     FROM accounts a WHERE id = ?`,
    [accountId],
  );
  if (!now) return;
  const { lastingMicro, debtMicro } = lasting(BigInt(now.balance_micro));
  // Assignments take effect from left to right: due_at is compared before it is set.
  await change(
    tx,
    `INSERT INTO credit_checkpoints (account_id, last_entry_id, lots, lasting_micro, debt_micro, due_at)
     VALUES (?, ?, '[]', ?, ?, NOW(3))
     ON DUPLICATE KEY UPDATE
       last_entry_id = IF(due_at IS NULL, VALUES(last_entry_id), last_entry_id),
       lasting_micro = IF(due_at IS NULL, VALUES(lasting_micro), lasting_micro),
       debt_micro = IF(due_at IS NULL, VALUES(debt_micro), debt_micro),
       due_at = VALUES(due_at)`,
    [accountId, now.last_entry_id, lastingMicro, debtMicro],
  );
}
