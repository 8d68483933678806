import type { Transaction } from '#db/transaction.ts';
import type { PaymentFact } from '../payment-event.ts';
import type { Purchase } from '../purchase.ts';
import { lockSettings, updateSettings } from './settings.ts';
import { endTopUp } from './top-up.ts';

/**
 * What a fact about a payment means for the top-ups of its account: one that was paid has ended, and a refund or a
 * chargeback turns auto top-up off, so that money that was given back is not taken again at once.
 * @param tx the transaction that has booked what follows from the fact, and has locked the account for it
 */
export async function heedTopUps(
  tx: Transaction,
  { accountId, paymentId }: Pick<Purchase, 'accountId' | 'paymentId'>,
  { fact, isBooked }: { fact: PaymentFact; isBooked: boolean },
): Promise<void> {
  if (fact.kind === 'payment') {
    if (fact.standing !== 'paid' || fact.topUpId === null) return;
    const isEnded = await endTopUp(tx, fact.topUpId, { state: 'paid', paymentId });
    if (isEnded && accountId !== null)
      await updateSettings(tx, accountId, { failures: 0, pausedUntil: null, problem: null });
    return;
  }
  const isTaken = fact.kind !== 'dispute' || fact.isWithdrawn;
  if (accountId === null || !isBooked || !isTaken) return;
  if (!(await lockSettings(tx, accountId))?.isOn) return;
  await updateSettings(tx, accountId, { isOn: false, pausedUntil: null, problem: 'returned' });
}
