import { beforeEach, describe, expect, it } from 'vitest';
import { applyEvent } from '#app/core/payments/event-effects.ts';
import { listPurchases, listUncredited } from '#app/core/payments/purchase.ts';
import { paymentReference, readReference } from '#app/core/payments/reference.ts';
import { readCoinbaseEvent } from '#app/core/payments/coinbase/webhook.ts';
import { readStripeEvent } from '#app/core/payments/stripe/events.ts';
import { listEntries } from '#app/core/ledger/entries.ts';
import { newId } from '#app/core/platform/ids.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { newCheckout, paidCheckout } from '#app/sandbox/payments/coinbase-wire.ts';
import {
  chargeObject,
  disputeObject,
  intentObject,
  newCardPayment,
  refundObject,
  sessionObject,
  stripeEvent,
  type CardPayment,
  type StripeEvent,
} from '#app/sandbox/payments/stripe-wire.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createRandom } from '#tests/faults/random.ts';
import { ledgerSums, soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { LOST, shuffled, storyOf, WON } from '#tests/fixtures/payment-stories.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

beforeEach(emptyTables);

const tell = (event: StripeEvent) => applyEvent(readStripeEvent(event));
const completed = (payment: CardPayment, facts: object = {}) =>
  stripeEvent('checkout.session.completed', sessionObject(payment, facts));

/** A user who has paid $20 on the payment page. */
async function payer(facts: Partial<CardPayment> = {}) {
  const { userId, accountId } = await createAccount();
  const payment = newCardPayment({ reference: paymentReference(accountId), ...facts });
  return { userId, accountId, payment };
}

async function kindsOf(userId: string): Promise<string[]> {
  const { lines } = await listEntries(AUTOCOMMIT, { userId, limit: 100 });
  return lines.map(({ kind, amountMicro }) => `${kind} ${amountMicro}`);
}

describe('the reference', () => {
  it('is valid for a payment page, and names the account', async () => {
    const { accountId } = await createAccount();
    const reference = paymentReference(accountId);
    expect(reference).toMatch(/^[A-Za-z0-9_-]{1,200}$/);
    expect(readReference(reference)).toBe(accountId);
  });

  it('cannot be forged by or for others', async () => {
    const { accountId } = await createAccount();
    const reference = paymentReference(accountId);
    const other = reference.replace(accountId, newId());
    for (const wrong of [null, '', accountId, other, `${reference}A`, reference.slice(0, -1)])
      expect(readReference(wrong)).toBe(null);
  });
});

describe('a payment by card', () => {
  it('is credited minus 6% and $0.35, without the tax, once, whichever events report it how often', async () => {
    const { userId, accountId, payment } = await payer({ tax: 380 });
    const reference = { metadata: { reference: payment.reference } };
    const events = [
      completed(payment),
      completed(payment),
      stripeEvent('payment_intent.succeeded', intentObject(payment)),
      stripeEvent('checkout.session.async_payment_succeeded', sessionObject(payment)),
      stripeEvent('payment_intent.succeeded', intentObject(payment, reference)),
    ];
    for (const event of events) await tell(event);
    for (const event of events) expect(await tell(event)).toBe('repeated');
    expect(await kindsOf(userId)).toEqual(['payment 18450000']);
    expect(await soundBalance(userId)).toBe(18_450_000n);
    const [purchase] = await listPurchases(AUTOCOMMIT, accountId);
    expect(purchase).toMatchObject({ state: 'credited', paidMicro: 23_800_000n, taxMicro: 3_800_000n });
    expect(await listPurchases(AUTOCOMMIT, accountId)).toHaveLength(1);
  });

  it('waits while it is unpaid, and a late event about that changes nothing', async () => {
    const { userId, accountId, payment } = await payer();
    const unpaid = { payment_status: 'unpaid' };
    await tell(completed(payment, unpaid));
    expect(await soundBalance(userId)).toBe(0n);
    expect(await listPurchases(AUTOCOMMIT, accountId)).toMatchObject([{ state: 'waiting' }]);
    await tell(stripeEvent('checkout.session.async_payment_succeeded', sessionObject(payment)));
    await tell(completed(payment, unpaid));
    await tell(stripeEvent('checkout.session.async_payment_failed', sessionObject(payment, unpaid)));
    expect(await soundBalance(userId)).toBe(18_450_000n);
    expect(await listPurchases(AUTOCOMMIT, accountId)).toMatchObject([{ state: 'credited' }]);
  });

  it('that is free, or fails, credits nothing', async () => {
    const { userId, accountId, payment } = await payer();
    await tell(completed(payment, { payment_status: 'no_payment_required' }));
    expect(await listPurchases(AUTOCOMMIT, accountId)).toEqual([]);
    const failed = sessionObject(payment, { payment_status: 'unpaid' });
    await tell(stripeEvent('checkout.session.async_payment_failed', failed));
    expect(await listPurchases(AUTOCOMMIT, accountId)).toMatchObject([{ state: 'failed' }]);
    expect(await soundBalance(userId)).toBe(0n);
  });

  it.each([
    ['in another currency', { currency: 'eur' }, {}, 'currency'],
    ['of less than $5', { subtotal: 499 }, {}, 'too_little'],
    ['of $5 with tax and less without', { subtotal: 480, tax: 90 }, {}, 'too_little'],
    ['for a subscription', {}, { mode: 'subscription' }, 'mode'],
  ])('%s is refused and stored with the reason', async (_what, facts, session, reason) => {
    const { userId, accountId, payment } = await payer(facts);
    await tell(completed(payment, session));
    expect(await soundBalance(userId)).toBe(0n);
    expect(await listPurchases(AUTOCOMMIT, accountId)).toMatchObject([{ state: 'refused', reason }]);
    expect(await listUncredited(AUTOCOMMIT)).toMatchObject([{ state: 'refused', reason }]);
  });

  it('without a known account is stored with the address for the operator, and never matched by it', async () => {
    const { userId, email } = await createAccount();
    const forged = `acct_${newId()}_${'A'.repeat(22)}`;
    for (const reference of [null, 'nonsense', forged, paymentReference(newId())])
      await tell(completed(newCardPayment({ reference, email })));
    expect(await soundBalance(userId)).toBe(0n);
    const kept = await listUncredited(AUTOCOMMIT);
    expect(kept.map(({ state, reason, email: typed }) => `${state} ${reason} ${typed}`)).toEqual([
      `unmatched no_account ${email}`,
      ...Array<string>(3).fill(`unmatched no_reference ${email}`),
    ]);
  });

  it('is credited to an account whose user is deleted', async () => {
    const { userId, accountId, payment } = await payer();
    await change(AUTOCOMMIT, 'DELETE FROM users WHERE id = ?', [userId]);
    await tell(completed(payment));
    await tell(stripeEvent('refund.created', refundObject(payment, { amount: 2000 })));
    expect(await ledgerSums(accountId)).toMatchObject({ balance: 0n, entries: 0n });
  });
});

describe('refunds', () => {
  it('deduct their share, and give it back when they fail', async () => {
    const { userId, payment } = await payer();
    await tell(completed(payment));
    const half = refundObject(payment, { amount: 1000, status: 'pending' });
    await tell(stripeEvent('refund.created', half));
    await tell(stripeEvent('charge.refunded', chargeObject(payment, 1000)));
    expect(await soundBalance(userId)).toBe(9_225_000n);
    await tell(stripeEvent('refund.failed', { ...half, status: 'failed' }));
    expect(await soundBalance(userId)).toBe(18_450_000n);
    await tell(stripeEvent('refund.updated', { ...half, status: 'succeeded' }));
    expect(await soundBalance(userId)).toBe(18_450_000n);
    await tell(stripeEvent('charge.refunded', chargeObject(payment, 3000)));
    expect(await soundBalance(userId)).toBe(0n);
    expect(await kindsOf(userId)).toEqual([
      'refund -18450000',
      'refund 9225000',
      'refund -9225000',
      'payment 18450000',
    ]);
  });

  it('can make a balance negative, and deduct nothing for a payment that was not credited', async () => {
    const { userId, accountId, payment } = await payer();
    await tell(completed(payment));
    await change(AUTOCOMMIT, 'UPDATE accounts SET balance_micro = 1000000 WHERE id = ?', [accountId]);
    await tell(stripeEvent('charge.refunded', chargeObject(payment, 2000)));
    expect((await ledgerSums(accountId)).balance).toBe(-17_450_000n);
    const stranger = newCardPayment();
    await tell(completed(stranger));
    await tell(stripeEvent('refund.created', refundObject(stranger, { amount: 2000 })));
    expect((await ledgerSums(accountId)).balance).toBe(-17_450_000n);
    expect(await soundBalance((await createAccount()).userId)).toBe(0n);
    expect(userId).not.toBe('');
  });
});

describe('chargebacks', () => {
  it('deduct the disputed amount and $15 when the money leaves, and give both back when they are won', async () => {
    const { userId, payment } = await payer();
    await tell(completed(payment));
    const dispute = disputeObject(payment, { amount: 2000 });
    await tell(stripeEvent('charge.dispute.created', dispute));
    expect(await soundBalance(userId)).toBe(18_450_000n);
    await tell(stripeEvent('charge.dispute.funds_withdrawn', dispute));
    await tell(stripeEvent('charge.dispute.funds_withdrawn', dispute));
    expect(await soundBalance(userId)).toBe(-16_550_000n);
    await tell(stripeEvent('charge.dispute.closed', { ...dispute, status: 'won' }));
    await tell(stripeEvent('charge.dispute.funds_reinstated', { ...dispute, status: 'won' }));
    expect(await soundBalance(userId)).toBe(18_450_000n);
    expect(await kindsOf(userId)).toEqual([
      'chargeback-reversal 35000000',
      'fee -15000000',
      'chargeback -20000000',
      'payment 18450000',
    ]);
  });

  it('that are lost deduct nothing more, and inquiries deduct nothing', async () => {
    const { userId, payment } = await payer();
    await tell(completed(payment));
    const inquiry = disputeObject(payment, { amount: 2000, status: 'warning_needs_response' });
    await tell(stripeEvent('charge.dispute.created', inquiry));
    await tell(stripeEvent('charge.dispute.closed', { ...inquiry, status: 'warning_closed' }));
    expect(await soundBalance(userId)).toBe(18_450_000n);
    const lost = disputeObject(payment, { amount: 500 });
    await tell(stripeEvent('charge.dispute.closed', { ...lost, status: 'lost' }));
    await tell(stripeEvent('charge.dispute.funds_withdrawn', lost));
    expect(await soundBalance(userId)).toBe(-1_550_000n);
  });
});

describe('a payment in crypto', () => {
  it('is credited with the settled amount minus 1%, once, and a refund is deducted', async () => {
    const { userId, accountId } = await createAccount();
    const metadata = { reference: paymentReference(accountId) };
    const checkout = paidCheckout(newCheckout({ amount: '20.00', metadata }));
    const tellOf = (eventType: string, facts: object = {}) =>
      applyEvent(readCoinbaseEvent({ ...checkout, eventType, ...facts }));
    expect(await tellOf('checkout.payment.success')).toBe('applied');
    expect(await tellOf('checkout.payment.success')).toBe('repeated');
    expect(await soundBalance(userId)).toBe(19_602_000n);
    const refund = { id: 'r1', amount: '5.00', currency: 'USDC' };
    await tellOf('checkout.refund.success', { refunds: [{ ...refund, status: 'COMPLETED' }] });
    await tellOf('checkout.refund.success', { refunds: [{ ...refund, status: 'PENDING' }] });
    expect(await soundBalance(userId)).toBe(14_701_500n);
    await tellOf('checkout.refund.failed', { refunds: [{ ...refund, status: 'FAILED' }] });
    expect(await soundBalance(userId)).toBe(19_602_000n);
    expect(await tellOf('checkout.payment.expired')).toBe('ignored');
  });
});

describe('in any order', () => {
  it('and however often events come, the balance is the same', async () => {
    const random = createRandom(3);
    for (let round = 0; round < (IS_FULL ? 40 : 8); round += 1) {
      const isWon = round % 2 === 0;
      const { userId, payment } = await payer();
      const story = storyOf(payment, isWon);
      for (const event of shuffled([...story, ...story], random)) await tell(event);
      expect(await soundBalance(userId)).toBe(isWon ? WON : LOST);
    }
  });

  it('and all at once', async () => {
    const random = createRandom(5);
    const people = await Promise.all(Array.from({ length: 6 }, () => payer()));
    const events = people.flatMap(({ payment }, index) => storyOf(payment, index % 2 === 0));
    const deliveries = shuffled([...events, ...events, ...events], random);
    const outcomes = await Promise.all(deliveries.map(tell));
    expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(2 * events.length);
    for (const [index, { userId }] of people.entries())
      expect(await soundBalance(userId)).toBe(index % 2 === 0 ? WON : LOST);
    const rows = await selectRows<{ known: string }>(AUTOCOMMIT, 'SELECT payment_id AS known FROM purchases');
    expect(rows).toHaveLength(people.length);
  });
});
