import { describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import {
  disputeObject,
  intentObject,
  newCardPayment,
  sessionObject,
  stripeEvent,
} from '#app/sandbox/payments/stripe-wire.ts';
import { readStripeEvent } from './events.ts';

const factsOf = (type: string, object: object) => readStripeEvent(stripeEvent(type, object)).facts;

describe('a session', () => {
  const payment = newCardPayment({ subtotal: 2000, tax: 400 });

  it.each([
    ['what is told as tax', {}, 4_000_000n],
    ['all above the subtotal where none is told', { total_details: null }, 4_000_000n],
    ['nothing without one, also after a discount', { total_details: null, amount_total: 1500 }, 0n],
    ['no more than was paid', { total_details: { amount_tax: 9999 } }, 24_000_000n],
  ])('has as its tax %s', (_what, facts, taxMicro) => {
    const [fact] = factsOf('checkout.session.completed', sessionObject(payment, facts));
    expect(fact).toMatchObject({ kind: 'payment', standing: 'paid', taxMicro });
  });

  it('without an intent is identified by itself; an impossible reference is ignored', () => {
    const object = sessionObject(payment, { payment_intent: null, client_reference_id: 'x'.repeat(201) });
    const [fact] = factsOf('checkout.session.completed', object);
    expect(fact).toMatchObject({ paymentId: payment.sessionId, reference: null });
  });

  it('in a currency without hundredths uses its own units', () => {
    const yen = newCardPayment({ subtotal: 2000, currency: 'jpy' });
    const [fact] = factsOf('checkout.session.completed', sessionObject(yen));
    expect(fact).toMatchObject({ currency: 'jpy', paidMicro: 2_000_000_000n });
  });
});

it('reads an intent only if it has a reference', () => {
  const payment = newCardPayment();
  expect(factsOf('payment_intent.succeeded', intentObject(payment))).toEqual([]);
  const own = intentObject(payment, { metadata: { reference: 'acct_1', top_up: 'none of ours' } });
  expect(factsOf('payment_intent.succeeded', own)).toMatchObject([
    { reference: 'acct_1', paidMicro: 20_000_000n, topUpId: null },
  ]);
});

it('does not treat a card setup page as a payment, and accepts a card only with a signed reference', () => {
  const object = sessionObject(newCardPayment({ reference: 'acct_1' }), {
    mode: 'setup',
    payment_status: 'no_payment_required',
    amount_total: null,
    amount_subtotal: null,
    payment_intent: null,
  });
  const event = readStripeEvent(stripeEvent('checkout.session.completed', object));
  expect(event.facts).toEqual([]);
  expect(event.card).toBeUndefined();
});

it.each([
  ['charge.dispute.created', 'warning_needs_response', false, false],
  ['charge.dispute.funds_withdrawn', 'needs_response', true, false],
  ['charge.dispute.funds_reinstated', 'won', false, true],
  ['charge.dispute.closed', 'won', false, true],
  ['charge.dispute.closed', 'lost', false, false],
  ['charge.dispute.closed', 'prevented', false, false],
])('reads %s with the status %s', (type, status, isWithdrawn, isReinstated) => {
  const dispute = disputeObject(newCardPayment(), { amount: 500, status });
  expect(factsOf(type, dispute)).toMatchObject([{ amountMicro: 5_000_000n, isWithdrawn, isReinstated }]);
});

it.each([
  ['no event', {}],
  [
    'an amount of nobody',
    stripeEvent('checkout.session.completed', sessionObject(newCardPayment(), { amount_total: 1.5 })),
  ],
  ['an id that is none', stripeEvent('refund.created', { id: 're 1', amount: 5, currency: 'usd' })],
])('rejects %s', (_what, body) => {
  expect(() => readStripeEvent(body)).toThrow(ZodError);
});

it('returns no facts for unknown event types, whatever their names', () => {
  for (const type of ['constructor', 'customer.created', '__proto__'])
    expect(factsOf(type, { id: 'x' })).toEqual([]);
});
