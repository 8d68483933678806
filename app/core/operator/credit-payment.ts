import { recordAudit } from '#app/core/accounts/record-audit.ts';
import { matchPurchase } from '#app/core/payments/match-purchase.ts';
import { isId } from '#app/core/platform/ids.ts';
import type { Transaction } from '#db/transaction.ts';
import type { UserAct } from './act.ts';

/**
 * Credits a user with a payment that came without a reference of ours. Whoever calls it announces the balance once it is
 * committed.
 * @returns micro-dollars that were credited; null where no such payment waits to be matched, or the user has no account
 */
export async function creditPayment(
  tx: Transaction,
  { userId, actor, purchaseId }: UserAct & { purchaseId: string },
): Promise<bigint | null> {
  const purchase = isId(purchaseId) ? await matchPurchase(tx, { purchaseId, userId }) : null;
  if (!purchase) return null;
  const detail = { purchaseId, creditedMicro: purchase.creditedMicro.toString() };
  await recordAudit(tx, { actor, action: 'match-payment', subjectId: userId, detail });
  return purchase.creditedMicro;
}
