import { applyEvent } from '#app/core/payments/event-effects.ts';
import { listPurchases } from '#app/core/payments/purchase.ts';
import { paymentReference } from '#app/core/payments/reference.ts';
import { readStripeEvent } from '#app/core/payments/stripe/events.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import {
  newCardPayment,
  sessionObject,
  stripeEvent,
  type CardPayment,
} from '#app/sandbox/payments/stripe-wire.ts';

interface BoughtCredit {
  purchaseId: string;
  payment: CardPayment;
  creditedMicro: bigint;
}

/**
 * Buys credit by card: $20, of which $18.45 is credited.
 * @param paidAt when the ledger books it; the default is now
 */
export async function buyCredit(
  accountId: string,
  { paidAt, cents = 2000 }: { paidAt?: string | Date; cents?: number } = {},
): Promise<BoughtCredit> {
  const payment = newCardPayment({ reference: paymentReference(accountId), subtotal: cents });
  const event = stripeEvent('checkout.session.completed', sessionObject(payment));
  await applyEvent(readStripeEvent(event));
  const bought = await listPurchases(AUTOCOMMIT, accountId);
  const { id: purchaseId, creditedMicro } = bought.find(({ paymentId }) => paymentId === payment.intentId)!;
  if (paidAt !== undefined)
    await change(AUTOCOMMIT, 'UPDATE ledger_entries SET created_at = ? WHERE reference = ?', [
      new Date(paidAt),
      `payment:${purchaseId}`,
    ]);
  return { purchaseId, payment, creditedMicro };
}
