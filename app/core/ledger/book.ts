import type { BookingKind } from '#app/contracts/ledger.ts';
import { change, selectRow } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { findAccount, lockAccounts } from './accounts.ts';

/** A booking besides the charges of generations. */
interface Booking {
  userId: string;
  kind: BookingKind;
  /** Unique in the whole ledger: the same booking twice is booked once. */
  reference: string;
  /** Signed micro-dollars. */
  amountMicro: bigint;
  detail?: Record<string, string | number>;
}

/**
 * Books one entry and changes the balance with it.
 * @param tx a transaction: entry and balance change together
 * @returns false when the reference was booked before; nothing is changed then.
 */
export async function bookEntry(tx: Transaction, booking: Booking): Promise<boolean> {
  const found = await findAccount(tx, booking.userId);
  if (!found) throw new Error('The user has no account');
  await lockAccounts(tx, [found.id]);
  const known = await selectRow(tx, 'SELECT id FROM ledger_entries WHERE reference = ?', [booking.reference]);
  if (known) return false;
  const detail = booking.detail ? JSON.stringify(booking.detail) : null;
  await change(
    tx,
    `INSERT INTO ledger_entries (account_id, kind, reference, amount_micro, detail, created_at)
     VALUES (?, ?, ?, ?, ?, NOW(3))`,
    [found.id, booking.kind, booking.reference, booking.amountMicro, detail],
  );
  await change(tx, 'UPDATE accounts SET balance_micro = balance_micro + ? WHERE id = ?', [
    booking.amountMicro,
    found.id,
  ]);
  return true;
}
