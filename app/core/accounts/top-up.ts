import { AppError } from '#app/contracts/errors.ts';
import { findAccountById, findAccountId } from '#app/core/ledger/accounts.ts';
import { turnOffTopUp, turnOnTopUp, type TopUpChoice } from '#app/core/payments/top-ups/settings.ts';
import { readSavedCard, removeSavedCard, storeSavedCard } from '#app/core/payments/top-ups/card.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { AUTOCOMMIT, transaction, type Transaction } from '#db/transaction.ts';
import { recordAudit } from './audit.ts';

/**
 * Stores the card that was saved on a page of the payment service, when its webhook or the returning owner
 * reports it. Idempotent.
 * @returns true if the owner of this account saved a card on that page
 * @throws StripeError when the payment service cannot be reached
 */
export async function storeCard({
  accountId,
  sessionId,
}: {
  accountId: string;
  sessionId: string;
}): Promise<boolean> {
  const card = await readSavedCard(accountId, sessionId);
  const account = card && (await findAccountById(AUTOCOMMIT, accountId));
  if (!account) return false;
  const { userId } = account;
  const due = await transaction(async (tx) => {
    const { isStored, followUps } = await storeSavedCard(tx, card);
    const detail = { brand: card.brand, last4: card.last4 };
    if (isStored)
      await recordAudit(tx, { actor: `user:${userId}`, action: 'top-up-card', subjectId: userId, detail });
    return followUps;
  });
  due.forEach(enqueueFollowUp);
  return true;
}

/**
 * Turns on a user's auto top-up, or changes its amounts.
 * @throws AppError not_found for a user without an account, conflict if no card is saved
 */
export function chooseTopUp(userId: string, choice: TopUpChoice): Promise<void> {
  return act(userId, async (tx, accountId) => {
    if (!(await turnOnTopUp(tx, accountId, choice))) throw new AppError('conflict', { param: 'card' });
    const detail = {
      threshold: choice.thresholdMicro.toString(),
      amount: choice.amountMicro.toString(),
      monthly: choice.monthlyMicro.toString(),
    };
    await recordAudit(tx, { actor: `user:${userId}`, action: 'top-up-on', subjectId: userId, detail });
    return [];
  });
}

/** Turns auto top-up off; no top-up begins after this returns. @throws AppError not_found */
export function stopTopUp(userId: string): Promise<void> {
  return act(userId, async (tx, accountId) => {
    if (await turnOffTopUp(tx, accountId))
      await recordAudit(tx, { actor: `user:${userId}`, action: 'top-up-off', subjectId: userId });
    return [];
  });
}

/**
 * Removes the saved card, here at once and at Stripe by a job; auto top-up is turned off. @throws AppError
 * not_found
 */
export function removeCard(userId: string): Promise<void> {
  return act(userId, async (tx, accountId) => {
    const { isRemoved, followUps } = await removeSavedCard(tx, accountId);
    if (isRemoved)
      await recordAudit(tx, { actor: `user:${userId}`, action: 'top-up-card-removed', subjectId: userId });
    return followUps;
  });
}

async function act(
  userId: string,
  work: (tx: Transaction, accountId: string) => Promise<string[]>,
): Promise<void> {
  const accountId = await findAccountId(userId);
  if (accountId === null) throw new AppError('not_found');
  (await transaction((tx) => work(tx, accountId))).forEach(enqueueFollowUp);
}
