import { findAccountId } from '#app/core/ledger/accounts.ts';
import { listReceipts } from '#app/core/payments/receipts.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { PurchasesData } from './purchases-data.ts';

/** A user's purchases, the newest first. @param options.before the last one of the page before */
export async function readPurchases(
  userId: string,
  options: { before?: string | undefined; limit: number },
): Promise<PurchasesData> {
  const accountId = await findAccountId(userId);
  if (accountId === null) return { lines: [], nextBefore: null };
  return listReceipts(AUTOCOMMIT, accountId, options);
}
