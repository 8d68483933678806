import { newId } from '#app/core/platform/ids.ts';
import { change } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { bookEntry } from './book.ts';
import { signupReference } from './list-entries.ts';

/**
 * Opens a user's account and books the credit that a new account is given. Harmless when repeated.
 * @param tx the transaction in which the user is created
 */
export async function openAccount(
  tx: Transaction,
  { userId, creditMicro }: { userId: string; creditMicro: bigint },
): Promise<void> {
  await change(tx, 'INSERT IGNORE INTO accounts (id, user_id, created_at) VALUES (?, ?, NOW(3))', [
    newId(),
    userId,
  ]);
  if (creditMicro <= 0n) return;
  await bookEntry(tx, {
    userId,
    kind: 'signup',
    reference: signupReference(userId),
    amountMicro: creditMicro,
  });
}
