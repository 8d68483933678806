import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyEvent } from '#app/core/payments/event-effects.ts';
import { paymentReference } from '#app/core/payments/reference.ts';
import { createCardCheckout } from '#app/core/payments/stripe/card-checkout.ts';
import { readStripeEvent } from '#app/core/payments/stripe/events.ts';
import { objectOf } from '#app/sandbox/payments/stripe-api/checkout-sessions.ts';
import { startStripeApi, type RunningStripeApi } from '#app/sandbox/payments/stripe-api/start-stripe-api.ts';
import { intentObject, stripeEvent } from '#app/sandbox/payments/stripe-wire.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';

const KEY = 'sk_test_of_card_checkouts';
let stripe: RunningStripeApi;
beforeAll(async () => {
  stripe = await startStripeApi(KEY);
  Object.assign(process.env, { STRIPE_SECRET_KEY: KEY, STRIPE_BASE_URL: stripe.origin, SANDBOX: 'true' });
});
afterAll(() => stripe.close());

type Order = Parameters<typeof createCardCheckout>[0];

const orderOf = (facts: Partial<Order> = {}): Order => ({
  amountMicro: 20_000_000n,
  accountId: 'account-1',
  reference: 'acct_1_mac',
  email: 'payer@example.test',
  language: 'en',
  orderId: 'order-1',
  names: { credit: 'Credits', fee: 'Fee' },
  successUrl: 'https://hub.test/balance?payment=made',
  cancelUrl: 'https://hub.test/balance?payment=failed',
  ...facts,
});

/** Creates a page. @returns its session at Stripe */
async function sessionFor(order: Order, isTaxed = false) {
  const page = await createCardCheckout(order, isTaxed);
  return stripe.api.checkouts.get(page.split('/').at(-1)!)!;
}

it.each([
  [5_000_000n, [435, 65]],
  [20_000_000n, [1845, 155]],
  [33_330_000n, [3098, 235]],
  [10_000_000_000n, [939_965, 60_035]],
])('a page for %s micro-dollars has lines for credit and fee that add up', async (amountMicro, cents) => {
  const { lines, payment } = await sessionFor(orderOf({ amountMicro }));
  expect(lines).toEqual([
    { name: 'Credits', amount: cents[0], excludesTax: false },
    { name: 'Fee', amount: cents[1], excludesTax: false },
  ]);
  expect(BigInt(payment.subtotal) * 10_000n).toBe(amountMicro);
});

it('a repeated order has the same page; any change of it has another, and no error', async () => {
  const page = (facts: Partial<Order> = {}) =>
    createCardCheckout(orderOf({ orderId: 'order-2', ...facts }), false);
  const first = await page();
  expect(await page()).toBe(first);
  const changes: Partial<Order>[] = [
    { amountMicro: 21_000_000n },
    { language: 'ja' },
    { email: 'b@example.test' },
  ];
  const others = await Promise.all(changes.map(page));
  expect(new Set([first, ...others]).size).toBe(1 + changes.length);
});

it('the session credits the amount without tax once, in any order with the event of its payment', async () => {
  const { userId, accountId } = await createAccount();
  const session = await sessionFor(orderOf({ accountId, reference: paymentReference(accountId) }), true);
  expect(session.intentMetadata['account']).toBe(accountId);
  const { payment } = session;
  expect(payment).toMatchObject({ subtotal: 2000, tax: 400 });
  const intent = intentObject(payment, { metadata: session.intentMetadata });
  const completed = objectOf({ ...session, status: 'complete' });
  const tell = (type: string, object: object) => applyEvent(readStripeEvent(stripeEvent(type, object)));
  await tell('payment_intent.succeeded', intent);
  expect(await soundBalance(userId)).toBe(0n);
  await tell('checkout.session.completed', completed);
  await tell('checkout.session.async_payment_succeeded', completed);
  await tell('payment_intent.succeeded', intent);
  expect(await soundBalance(userId)).toBe(18_450_000n);
});

it.each([
  ['a currency that is not dollars', { currency: 'eur' }],
  ['an amount below the minimum', { amount_subtotal: 100, amount_total: 100 }],
  ['a subscription', { mode: 'subscription' }],
  ['a reference that we did not sign', { client_reference_id: `acct_${'0'.repeat(8)}` }],
  ['no payment yet', { payment_status: 'unpaid' }],
])('a session with %s credits nothing', async (_what, facts) => {
  const { userId, accountId } = await createAccount();
  const session = await sessionFor(orderOf({ accountId, reference: paymentReference(accountId) }));
  const object = { ...objectOf({ ...session, status: 'complete' }), ...facts };
  await applyEvent(readStripeEvent(stripeEvent('checkout.session.completed', object)));
  expect(await soundBalance(userId)).toBe(0n);
});

it.each([
  ['busy', 'unreachable'],
  ['error-before', 'unreachable'],
] as const)('a service that answers with %s creates no page', async (kind, problem) => {
  stripe.failNext('/v1/checkout/sessions', { kind });
  await expect(createCardCheckout(orderOf({ orderId: kind }), false)).rejects.toMatchObject({ problem });
});

it('a service that refuses our key, or an address of the payer, creates no page', async () => {
  await expect(createCardCheckout(orderOf({ email: 'none' }), false)).rejects.toMatchObject({
    problem: 'refused',
  });
  stripe.api.options.key = 'sk_test_another';
  await expect(createCardCheckout(orderOf(), false)).rejects.toMatchObject({ problem: 'refused' });
});
