import { newId } from '#app/core/platform/ids.ts';
import { change } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import { findAccount, lockAccounts } from './accounts.ts';
import { forgetAlert } from './balance-alerts.ts';
import { bookEntry, bookToAccount } from './book.ts';
import { forgetCaps } from './caps/stored-caps.ts';
import { signupReference } from './entries.ts';

/**
 * Opens a user's account and books the sign-up credit. Idempotent.
 * @param tx the transaction in which the user is created
 * @param creditMicro the credit, in micro-dollars; none is booked for 0 or less
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

/**
 * Books off the free balance of a user's account: everything that no run has reserved.
 * @param reference unique in the whole ledger: a repeat is booked once
 */
export async function forfeitCredit(
  tx: Transaction,
  { userId, reference }: { userId: string; reference: string },
): Promise<void> {
  const found = await findAccount(tx, userId);
  const account = found && (await lockAccounts(tx, [found.id])).get(found.id);
  if (!account) return;
  const free = account.balanceMicro - account.heldMicro;
  if (free <= 0n) return;
  const detail = { reason: 'The account was deleted.' };
  await bookToAccount(tx, account.id, { kind: 'expiry', reference, amountMicro: -free, detail });
}

/** Deletes the limits that the owner of an account has set. Idempotent. */
export async function forgetLimits(tx: Transaction, accountId: string): Promise<void> {
  await lockAccounts(tx, [accountId]);
  await forgetCaps(tx, accountId);
  await forgetAlert(tx, accountId);
}

/** Deletes the lots that are stored for an account besides its entries; nothing expires by itself then. */
export async function forgetLots(tx: Tx, accountId: string): Promise<void> {
  await change(tx, 'DELETE FROM credit_checkpoints WHERE account_id = ?', [accountId]);
  await change(tx, 'DELETE FROM credit_notices WHERE account_id = ?', [accountId]);
}
