import { findAccountById } from '#app/core/ledger/accounts.ts';
import { readSavedCard, takeSavedCard } from '#app/core/payments/top-ups/take-saved-card.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { recordAudit } from '../record-audit.ts';

/**
 * Takes the card that was saved on a page of the payment service: told by its webhook, and by its owner who comes back. Once,
 * whoever tells of it how often.
 * @returns whether a card was saved on that page by the owner of this account
 * @throws StripeError where the payment service cannot be asked
 */
export async function takeCard({
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
    const { isTaken, followUps } = await takeSavedCard(tx, card);
    const detail = { brand: card.brand, last4: card.last4 };
    if (isTaken)
      await recordAudit(tx, { actor: `user:${userId}`, action: 'top-up-card', subjectId: userId, detail });
    return followUps;
  });
  due.forEach(enqueueFollowUp);
  return true;
}
