import { newId } from '#app/core/platform/ids.ts';
import { change } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import { findAccount, lockAccounts } from './accounts.ts';
import { forgetAlert } from './balance-alerts.ts';
import { bookEntry, bookToAccount } from './book.ts';
import { forgetCaps } from './caps/stored-caps.ts';
import { signupReference } from './entries.ts';

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

/**
 * Takes back what a user's account holds and no run has reserved.
 * @param reference unique in the whole ledger: the same twice is booked once
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

/** Forgets what the owner of an account has set for it. Harmless when repeated. */
export async function forgetLimits(tx: Transaction, accountId: string): Promise<void> {
  await lockAccounts(tx, [accountId]);
  await forgetCaps(tx, accountId);
  await forgetAlert(tx, accountId);
}

/** Deletes what is kept of an account's lots beside its entries; nothing of it expires by itself any more. */
export async function forgetLots(tx: Tx, accountId: string): Promise<void> {
  await change(tx, 'DELETE FROM credit_checkpoints WHERE account_id = ?', [accountId]);
  await change(tx, 'DELETE FROM credit_notices WHERE account_id = ?', [accountId]);
}
