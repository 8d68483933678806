import type { Transaction } from '#db/transaction.ts';
import { findAccount, lockAccounts } from './accounts.ts';
import { bookToAccount } from './book.ts';

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
