import { expect, it } from 'vitest';
import { mayPretendPayments, paymentPageEnvironment } from './payment-page.mjs';

it.each([
  ['beside the sandbox on a bare machine', { PATH: '/bin' }, true, true],
  ['with an empty setting', { PAYMENT_URL: '' }, true, true],
  ['without the sandbox', {}, false, false],
  ['with a payment link', { PAYMENT_URL: 'https://buy.stripe.com/x' }, true, false],
  ['with a secret of Stripe', { STRIPE_WEBHOOK_SECRET: 'whsec_x' }, true, false],
  ['with a key of Coinbase', { COINBASE_API_KEY_ID: 'x' }, true, false],
  ['with a key of a provider', { GROQ_API_KEY: 'x' }, true, false],
])('mayPretendPayments: payments are simulated %s: %#', (_what, env, sandbox, expected) => {
  expect(mayPretendPayments(env, sandbox)).toBe(expected);
});

it('derives the same secrets at every start, and others from another password', () => {
  const here = paymentPageEnvironment({ port: 1, password: 'a' });
  expect(paymentPageEnvironment({ port: 1, password: 'a' })).toEqual(here);
  const there = paymentPageEnvironment({ port: 1, password: 'b' });
  for (const name of [
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_SECRET_KEY',
    'COINBASE_WEBHOOK_SECRET',
    'COINBASE_API_KEY_SECRET',
  ])
    expect(there[name]).not.toBe(here[name]);
});
