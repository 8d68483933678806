import { describe, expect, it } from 'vitest';
import type { StreamItem } from '#app/contracts/browser-stream.ts';
import { listUncredited } from '#app/core/payments/purchase.ts';
import { paymentReference } from '#app/core/payments/reference.ts';
import { redis } from '#app/core/platform/redis.ts';
import { watchersKey } from '#app/core/realtime/user-events.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { newCheckout, paidCheckout, signedByCoinbase } from '#app/sandbox/payments/coinbase-wire.ts';
import {
  disputeObject,
  newCardPayment,
  refundObject,
  sessionObject,
  signedByStripe,
  stripeEvent,
  type CardPayment,
} from '#app/sandbox/payments/stripe-wire.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { readSse } from '#tests/setup/read-sse.ts';
import { useApi, useApiBeside } from '#tests/setup/api.ts';

const STRIPE = 'whsec_of_these_tests';
const COINBASE = 'hook-secret-of-these-tests';
Object.assign(process.env, { STRIPE_WEBHOOK_SECRET: STRIPE, COINBASE_WEBHOOK_SECRET: COINBASE });
const api = useApi();
const live = useApiBeside({ STRIPE_SECRET_KEY: 'sk_live_of_these_tests' });
const none = useApiBeside({ STRIPE_WEBHOOK_SECRET: '', COINBASE_WEBHOOK_SECRET: '' });

const post = (path: string, init: RequestInit, origin = api.origin()) =>
  fetch(`${origin}/api/webhooks/${path}`, init);
const completed = (payment: CardPayment) => stripeEvent('checkout.session.completed', sessionObject(payment));
const inbox = () =>
  selectRows<{ event_id: string; outcome: string }>(
    AUTOCOMMIT,
    'SELECT event_id, outcome FROM payment_events',
  );

async function payer() {
  const account = await createAccount();
  const payment = newCardPayment({ reference: paymentReference(account.accountId) });
  return { ...account, payment, event: completed(payment) };
}

describe('POST /api/webhooks/stripe', () => {
  it('credits a payment once, however often and concurrently it is reported', async () => {
    const { userId, event } = await payer();
    const tell = () => post('stripe', signedByStripe(event, { secret: STRIPE }));
    const answers = await Promise.all(Array.from({ length: 8 }, tell));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await answers[0]!.json()).toEqual({ received: true });
    expect((await tell()).status).toBe(200);
    expect(await soundBalance(userId)).toBe(18_450_000n);
  });

  it('accepts one of several signatures, as while a secret is rolled', async () => {
    const { userId, event } = await payer();
    const { headers, ...signed } = signedByStripe(event, { secret: STRIPE });
    const [time, good] = headers['stripe-signature']!.split(',');
    const rolled = `${time},v1=${'0'.repeat(64)},v0=${'1'.repeat(64)},${good}`;
    const answer = await post('stripe', { ...signed, headers: { ...headers, 'stripe-signature': rolled } });
    expect(answer.status).toBe(200);
    expect(await soundBalance(userId)).toBe(18_450_000n);
  });

  it('refuses events that Stripe has not signed, or not now, stores nothing of them and logs no secret', async () => {
    const { userId, event } = await payer();
    const good = signedByStripe(event, { secret: STRIPE });
    const now = Math.floor(Date.now() / 1000);
    const before = (await inbox()).length;
    const wrong: [string, RequestInit][] = [
      ['another secret', signedByStripe(event, { secret: 'whsec_another' })],
      ['no signature', { method: 'POST', body: good.body }],
      ['an empty one', { ...good, headers: { 'stripe-signature': 't=,v1=' } }],
      ['another body', { ...good, body: good.body.replace('2000', '9000') }],
      ['too old', signedByStripe(event, { secret: STRIPE, timestamp: now - 301 })],
      ['too early', signedByStripe(event, { secret: STRIPE, timestamp: now + 400 })],
      ['no body', { ...good, body: '' }],
      [
        'a header without an end',
        { ...good, headers: { 'stripe-signature': `t=${now},v1=${'a'.repeat(8000)}` } },
      ],
    ];
    for (const [what, init] of wrong) {
      const answer = await post('stripe', init);
      expect([what, answer.status]).toEqual([what, 400]);
      expect(await answer.text()).not.toContain(STRIPE);
    }
    expect((await inbox()).length).toBe(before);
    expect(await soundBalance(userId)).toBe(0n);
  });

  it('refuses a signed event of an unknown form, and a body without a size limit', async () => {
    const odd = { ...completed(newCardPayment()), data: { object: { id: 'cs_1', amount_total: -5 } } };
    const answer = await post('stripe', signedByStripe(odd, { secret: STRIPE }));
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { message: string }).message).toContain('field');
    const long = { ...completed(newCardPayment()), request: 'x'.repeat(300 * 1024) };
    expect((await post('stripe', signedByStripe(long, { secret: STRIPE }))).status).toBe(413);
  });

  it('stores payments that it cannot credit, with the reason, and acknowledges them', async () => {
    const { email } = await createAccount();
    const stranger = newCardPayment({ email });
    const { payment } = await payer();
    const foreign = { ...payment, currency: 'eur' };
    for (const one of [stranger, foreign])
      expect((await post('stripe', signedByStripe(completed(one), { secret: STRIPE }))).status).toBe(200);
    const kept = await listUncredited(AUTOCOMMIT);
    const of = (id: string) => kept.find(({ paymentId }) => paymentId === id);
    expect(of(stranger.intentId)).toMatchObject({ state: 'unmatched', reason: 'no_reference', email });
    expect(of(foreign.intentId)).toMatchObject({ state: 'refused', reason: 'currency', currency: 'eur' });
  });

  it('ignores events that do not affect credit', async () => {
    const event = stripeEvent('customer.created', { id: 'cus_1', object: 'customer' });
    expect((await post('stripe', signedByStripe(event, { secret: STRIPE }))).status).toBe(200);
    expect(await inbox()).toContainEqual({ event_id: event.id, outcome: 'ignored' });
  });

  it('accepts no other method', async () => {
    expect((await fetch(`${api.origin()}/api/webhooks/stripe`)).status).toBe(405);
  });

  it('shows the new balance in an open browser: paid, refunded, deducted, given back', async () => {
    const { userId, payment, event } = await payer();
    const leaving = new AbortController();
    const response = await api.as(userId)('/api/events', { signal: leaving.signal });
    await expect.poll(() => redis().zCard(watchersKey(userId))).toBe(1);
    const dispute = disputeObject(payment, { amount: 500 });
    const events = [
      event,
      stripeEvent('refund.created', refundObject(payment, { amount: 1000 })),
      stripeEvent('charge.dispute.funds_withdrawn', dispute),
      stripeEvent('charge.dispute.closed', { ...dispute, status: 'won' }),
    ];
    for (const one of events) await post('stripe', signedByStripe(one, { secret: STRIPE }));
    const heard: string[] = [];
    for await (const { data } of readSse(response)) {
      for (const item of data as unknown as StreamItem[])
        if (item.type === 'event' && item.event.type === 'balance') heard.push(item.event.balanceMicro);
      if (heard.length === events.length) break;
    }
    expect(heard).toEqual(['18450000', '9225000', '-10775000', '9225000']);
    leaving.abort();
  });

  it('refuses events of test mode if a live key is set, and stores that', async () => {
    const { userId, payment, event } = await payer();
    const of = (init: RequestInit) => post('stripe', init, live.origin());
    expect((await of(signedByStripe(event, { secret: STRIPE }))).status).toBe(200);
    expect(await inbox()).toContainEqual({ event_id: event.id, outcome: 'test_mode' });
    expect(await soundBalance(userId)).toBe(0n);
    const real = stripeEvent('checkout.session.completed', sessionObject(payment), { livemode: true });
    expect((await of(signedByStripe(real, { secret: STRIPE }))).status).toBe(200);
    expect(await soundBalance(userId)).toBe(18_450_000n);
    expect(live.output()).not.toMatch(/sk_live_of|whsec_of/);
  });

  it('does not exist if no secret is set', async () => {
    const { event } = await payer();
    expect((await post('stripe', signedByStripe(event, { secret: STRIPE }), none.origin())).status).toBe(404);
    const checkout = signedByCoinbase(newCheckout(), 'checkout.payment.success', { secret: '' });
    expect((await post('coinbase', checkout, none.origin())).status).toBe(404);
  });
});

describe('POST /api/webhooks/coinbase', () => {
  const paidBy = (accountId: string) =>
    paidCheckout(newCheckout({ metadata: { reference: paymentReference(accountId) } }));

  it('credits the settled amount minus 1%, once', async () => {
    const { userId, accountId } = await createAccount();
    const checkout = paidBy(accountId);
    const tell = () =>
      post('coinbase', signedByCoinbase(checkout, 'checkout.payment.success', { secret: COINBASE }));
    const answers = await Promise.all(Array.from({ length: 5 }, tell));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await soundBalance(userId)).toBe(19_602_000n);
  });

  it('refuses events that Coinbase has not signed, or not now', async () => {
    const { userId, accountId } = await createAccount();
    const checkout = paidBy(accountId);
    const sign = (options: { secret: string; timestamp?: number }) =>
      signedByCoinbase(checkout, 'checkout.payment.success', options);
    const good = sign({ secret: COINBASE });
    const now = Math.floor(Date.now() / 1000);
    const wrong: [string, RequestInit][] = [
      ['another secret', sign({ secret: 'another' })],
      ['no signature', { method: 'POST', body: good.body }],
      ['another body', { ...good, body: good.body.replace('20.00', '90.00') }],
      ['another header', { ...good, headers: { ...good.headers, 'x-hook0-id': 'another' } }],
      ['too old', sign({ secret: COINBASE, timestamp: now - 301 })],
      ['no JSON', { ...good, body: 'x' }],
    ];
    for (const [what, init] of wrong)
      expect([what, (await post('coinbase', init)).status]).toEqual([what, 400]);
    expect(await soundBalance(userId)).toBe(0n);
  });
});
