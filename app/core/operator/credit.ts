import { MICRO_PER_DOLLAR } from '#app/contracts/money.ts';
import { recordAudit } from '#app/core/accounts/audit.ts';
import { bookEntry } from '#app/core/ledger/book.ts';
import { matchPurchase } from '#app/core/payments/purchase-credit.ts';
import { isId } from '#app/core/platform/ids.ts';
import type { Transaction } from '#db/transaction.ts';
import type { UserAct } from './act.ts';

/** More than any intended grant: a larger amount is a typing error. */
export const GRANT_MAX_DOLLARS = 10_000;

interface Grant extends UserAct {
  amountMicro: bigint;
  /** Stored in the ledger, where the account's owner can read it. */
  reason: string;
  /** Id of the form or the command: the same grant twice is booked once. */
  grantId: string;
}

/**
 * Grants credit. The caller announces the balance after the commit.
 * @returns false if a grant with this id was booked before; nothing is changed then
 */
export async function giveCredit(
  tx: Transaction,
  { userId, actor, amountMicro, reason, grantId }: Grant,
): Promise<boolean> {
  if (!isGrantable(amountMicro)) throw new Error('The amount is nothing, or too much at once');
  const reference = `grant:${grantId}`;
  const detail = { reason, actor };
  const isNew = await bookEntry(tx, { userId, kind: 'grant', reference, amountMicro, detail });
  if (!isNew) return false;
  await recordAudit(tx, {
    actor,
    action: 'grant',
    subjectId: userId,
    detail: { amountMicro: amountMicro.toString(), reference, reason },
  });
  return true;
}

/** True for an amount that can be granted at once, in micro-dollars. */
export function isGrantable(amountMicro: bigint): boolean {
  return amountMicro > 0n && amountMicro <= BigInt(GRANT_MAX_DOLLARS) * MICRO_PER_DOLLAR;
}

/**
 * Credits a user with a payment that came without a reference of ours. The caller announces the balance after
 * the commit.
 * @returns the credited micro-dollars; null if no such payment is waiting for a match, or the user has no
 * account
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
