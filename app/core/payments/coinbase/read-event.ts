import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { PaymentEvent, PaymentFact, RefundStanding } from '../payment-event.ts';
import { coinbaseEvent } from './wire.ts';

type Told = z.output<typeof coinbaseEvent>;

/**
 * What a webhook of Coinbase Business tells of a payment: the checkout itself, with what has happened to it.
 * @throws ZodError for a webhook that is not as theirs are
 */
export function readCoinbaseEvent(body: unknown): PaymentEvent {
  const told = coinbaseEvent.parse(body);
  return {
    provider: 'coinbase',
    id: idOf(told),
    type: told.eventType,
    objectId: told.id,
    isLive: true,
    facts: factsOf(told),
  };
}

/** They give an event no id of its own: it is what happened to which checkout, or to which of its refunds. */
function idOf({ id, eventType, refunds }: Told): string {
  if (!eventType.startsWith('checkout.refund.')) return `${id}:${eventType}`;
  const states = (refunds ?? []).map((refund) => `${refund.id} ${refund.status}`).sort();
  return `${id}:${eventType}:${createHash('sha256').update(states.join('\n')).digest('hex').slice(0, 32)}`;
}

function factsOf(told: Told): PaymentFact[] {
  if (told.eventType === 'checkout.payment.success') return paymentOf(told);
  if (told.eventType.startsWith('checkout.refund.')) return refundsOf(told);
  return [];
}

function paymentOf({ id, metadata, settlement, updatedAt }: Told): PaymentFact[] {
  // What was settled is what was paid; without it nothing can be credited, and their next try may have it.
  if (!settlement) throw new Error('A payment in crypto was told without its settlement');
  const { totalAmount, netAmount, currency } = settlement;
  return [
    {
      kind: 'payment',
      paymentId: id,
      standing: 'paid',
      checkoutId: id,
      reference: metadata?.reference ?? null,
      isSingle: true,
      // A dollar of theirs is a dollar.
      currency: currency === 'usdc' ? 'usd' : currency,
      paidMicro: totalAmount,
      taxMicro: 0n,
      settledMicro: netAmount < totalAmount ? netAmount : totalAmount,
      topUpId: null,
      email: null,
      at: updatedAt ? new Date(updatedAt) : new Date(),
    },
  ];
}

const REFUND_STATES: Readonly<Record<string, RefundStanding | undefined>> = {
  COMPLETED: 'done',
  FAILED: 'failed',
};

function refundsOf({ id, refunds }: Told): PaymentFact[] {
  return (refunds ?? []).map((refund) => ({
    kind: 'refund',
    paymentId: id,
    refundId: refund.id,
    amountMicro: refund.amount,
    standing: REFUND_STATES[refund.status] ?? 'pending',
  }));
}
