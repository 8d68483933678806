import type { BookingKind } from '#app/contracts/ledger.ts';
import { change, selectRow } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { findAccount, lockAccounts } from './accounts.ts';
import { expectLot } from './lots/expect-lot.ts';

/** What is booked besides the charges of generations. */
export interface AccountBooking {
  kind: BookingKind;
  /** Unique in the whole ledger: the same booking twice is booked once. */
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
