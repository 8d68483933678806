import { MICRO_PER_DOLLAR } from '#app/contracts/money.ts';
import { recordAudit } from '#app/core/accounts/audit.ts';
import { bookEntry } from '#app/core/ledger/book.ts';
import { matchPurchase } from '#app/core/payments/purchase-credit.ts';
import { isId } from '#app/core/platform/ids.ts';
import type { Transaction } from '#db/transaction.ts';
import type { UserAct } from './act.ts';

/** More than anybody means to give away at once: a slip of the keyboard. */
export const GRANT_MAX_DOLLARS = 10_000;

interface Grant extends UserAct {
  amountMicro: bigint;
  /** Stands in the ledger, where its owner reads it. */
  reason: string;
  /** Of the form or the command: the same grant twice is booked once. */
  grantId: string;
}

/**
 * Gives credit. Whoever calls it announces the balance once it is committed.
 * @returns false where a grant of this id was booked before; nothing is changed then
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

/** True for an amount that can be given at once, in micro-dollars. */
export function isGrantable(amountMicro: bigint): boolean {
  return amountMicro > 0n && amountMicro <= BigInt(GRANT_MAX_DOLLARS) * MICRO_PER_DOLLAR;
}

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
