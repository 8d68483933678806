import { AppError } from '#app/contracts/errors.ts';
import { findAccountId } from '#app/core/ledger/accounts.ts';
import { listReceipts, readReceipt } from '#app/core/payments/receipts.ts';
import { config } from '#app/core/platform/config.ts';
import { isId } from '#app/core/platform/ids.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { PurchasesData } from './purchases-data.ts';

const PAGE_SIZE = 25;

/** Loads a page of the caller's purchases: the newest, or those after the one that `?before=` names. */
export const loadPurchases = pageLoader({ auth: 'user' }, async ({ user, request, url }) => {
  const before = url.searchParams.get('before') ?? undefined;
  if (before !== undefined && !isId(before)) throw new AppError('invalid_request', { param: 'before' });
  const [purchases, texts] = await Promise.all([
    readPurchases(user.id, { before, limit: PAGE_SIZE }),
    pageTexts(request, 'purchases'),
  ]);
  return { purchases, isOlder: before !== undefined, texts };
});

/** Returns a user's purchases, newest first. @param options.before the last purchase of the previous page */
export async function readPurchases(
  userId: string,
  options: { before?: string | undefined; limit: number },
): Promise<PurchasesData> {
  const accountId = await findAccountId(userId);
  if (accountId === null) return { lines: [], nextBefore: null };
  return listReceipts(AUTOCOMMIT, accountId, options);
}

/**
 * Loads the receipt of one of the caller's purchases.
 * @throws Response 404 when the id is unknown, malformed or another user's
 */
export const loadReceipt = pageLoader({ auth: 'user' }, async ({ user, request, params }) => {
  const accountId = await findAccountId(user.id);
  const id = params['purchaseId'] ?? '';
  const receipt = accountId === null ? null : await readReceipt(AUTOCOMMIT, accountId, id);
  if (!receipt) throw new AppError('not_found');
  return {
    receipt,
    buyer: { name: user.name, email: user.email },
    sellerEmail: config().FEEDBACK_EMAIL ?? null,
    texts: await pageTexts(request, 'purchases'),
  };
});
