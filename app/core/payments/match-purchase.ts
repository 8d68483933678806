import { findAccount } from '#app/core/ledger/accounts.ts';
import type { Transaction } from '#db/transaction.ts';
import { bookPurchase, creditOf } from './credit-purchase.ts';
import { lockPurchaseById, updatePurchase, type Purchase } from './purchase.ts';

/**
 * Credits a payment of which nobody's reference was known to the user whom an operator names.
 * @returns null where no such payment waits to be matched
 */
export async function matchPurchase(
  tx: Transaction,
  { purchaseId, userId }: { purchaseId: string; userId: string },
): Promise<Purchase | null> {
  const purchase = await lockPurchaseById(tx, purchaseId);
  const account = await findAccount(tx, userId);
  if (purchase?.state !== 'unmatched' || !account) return null;
  const changed = {
    state: 'credited' as const,
    reason: null,
    accountId: account.id,
    creditedMicro: creditOf(purchase),
    email: null,
  };
  await updatePurchase(tx, purchase.id, changed);
  const matched = { ...purchase, ...changed };
  await bookPurchase(tx, matched);
  return matched;
}
