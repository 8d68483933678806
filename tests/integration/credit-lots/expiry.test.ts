import { beforeEach, describe, expect, it } from 'vitest';
import { bookEntry } from '#app/core/ledger/book.ts';
import { listEntries } from '#app/core/ledger/entries.ts';
import { readExpiring } from '#app/core/ledger/lots/credit-entries.ts';
import { expireCredit } from '#app/core/ledger/lots/expiry.ts';
import { applyEvent } from '#app/core/payments/event-effects.ts';
import { readStripeEvent } from '#app/core/payments/stripe/events.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { disputeObject, refundObject, stripeEvent } from '#app/sandbox/payments/stripe-wire.ts';
import { buyCredit } from '#tests/factories/buy-credit.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { holdMoney, settleMoney, spend } from '#tests/fixtures/held-money.ts';
import { moneyOf, soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { emptyTables } from '#tests/setup/database.ts';

beforeEach(emptyTables);

const PAID_AT = '2027-03-10T09:00:00.000Z';
const BEFORE = new Date('2028-03-10T08:59:59.999Z');
const OVER = new Date('2028-03-10T09:00:00.000Z');
const LATER = new Date('2028-03-10T11:00:00.000Z');

async function expiredOf(userId: string): Promise<string[]> {
  const { lines } = await listEntries(AUTOCOMMIT, { userId, limit: 100 });
  return lines
    .filter(({ kind }) => kind === 'expiry')
    .map(({ reference, amountMicro }) => `${reference} ${amountMicro}`)
    .toReversed();
}

async function lotsOf(userId: string, now?: Date): Promise<string[]> {
  const { lots } = await readExpiring(AUTOCOMMIT, userId, now);
  return lots.map((lot) => `${lot.remainingMicro} ${lot.expiresAt.toISOString()}`);
}

describe('bought credit', () => {
  it('expires after twelve months, the unused part, once', async () => {
    const { userId, accountId } = await createAccount();
    const { purchaseId } = await buyCredit(accountId, { paidAt: PAID_AT });
    await spend(accountId, 8_450_000n);
    expect(await lotsOf(userId)).toEqual(['10000000 2028-03-10T09:00:00.000Z']);
    await expireCredit(BEFORE);
    expect(await soundBalance(userId)).toBe(10_000_000n);
    const before = (await counted.expiredMicro.get()).values[0]!.value;
    await expireCredit(OVER);
    expect((await counted.expiredMicro.get()).values[0]!.value - before).toBe(10_000_000);
    for (const now of [OVER, LATER, new Date('2030-01-01')]) await expireCredit(now);
    expect(await expiredOf(userId)).toEqual([`expiry:${purchaseId}:1 -10000000`]);
    expect(await soundBalance(userId)).toBe(0n);
    expect(await lotsOf(userId)).toEqual([]);
  });

  it('paid on 29 February expires on the 28th of the next year', async () => {
    const { userId, accountId } = await createAccount();
    await buyCredit(accountId, { paidAt: '2028-02-29T23:30:00.000Z' });
    await expireCredit(new Date('2029-02-28T23:29:59.999Z'));
    expect(await soundBalance(userId)).toBe(18_450_000n);
    await expireCredit(new Date('2029-02-28T23:30:00.000Z'));
    expect(await soundBalance(userId)).toBe(0n);
  });

  it('expires each purchase on its date; granted credit remains', async () => {
    const { userId, accountId } = await createAccount({ creditMicro: 3_000_000n });
    await buyCredit(accountId, { paidAt: PAID_AT });
    await buyCredit(accountId, { paidAt: '2027-05-31T10:00:00.000Z', cents: 1000 });
    await transaction((tx) =>
      bookEntry(tx, { userId, kind: 'grant', reference: `grant:${userId}`, amountMicro: 1_000_000n }),
    );
    await expireCredit(OVER);
    expect(await soundBalance(userId)).toBe(13_050_000n);
    await spend(accountId, 50_000n);
    expect(await lotsOf(userId)).toEqual(['9000000 2028-05-31T10:00:00.000Z']);
    await expireCredit(new Date('2028-06-01'));
    expect(await soundBalance(userId)).toBe(4_000_000n);
    await expireCredit(new Date('2040-01-01'));
    expect(await soundBalance(userId)).toBe(4_000_000n);
  });

  it('of an account that was already checked and buys again is not missed', async () => {
    const { userId, accountId } = await createAccount();
    await buyCredit(accountId, { paidAt: PAID_AT });
    await expireCredit(OVER);
    await transaction((tx) =>
      bookEntry(tx, { userId, kind: 'grant', reference: `grant:${userId}`, amountMicro: 500_000n }),
    );
    await buyCredit(accountId, { paidAt: LATER });
    expect(await lotsOf(userId)).toEqual(['18450000 2029-03-10T11:00:00.000Z']);
    await expireCredit(new Date('2029-03-10T12:00:00.000Z'));
    expect(await soundBalance(userId)).toBe(500_000n);
  });
});

describe('held money', () => {
  it('does not expire; once released it expires at the next check, and charged money never does', async () => {
    const { userId, accountId } = await createAccount();
    const { purchaseId } = await buyCredit(accountId, { paidAt: PAID_AT });
    const [charged, released] = [
      await holdMoney(accountId, 4_000_000n),
      await holdMoney(accountId, 2_000_000n),
    ];
    await expireCredit(OVER);
    await expireCredit(OVER);
    expect(await moneyOf(userId)).toMatchObject({ balance: 6_000_000n, held: 6_000_000n });
    await settleMoney(accountId, charged!, 3_000_000n);
    await settleMoney(accountId, released!, 0n);
    await expireCredit(LATER);
    await expireCredit(new Date('2028-03-11'));
    expect(await expiredOf(userId)).toEqual([
      `expiry:${purchaseId}:1 -12450000`,
      `expiry:${purchaseId}:2 -3000000`,
    ]);
    expect(await soundBalance(userId)).toBe(0n);
  });

  it('is the oldest credit, although newer credit would cover it', async () => {
    const { userId, accountId } = await createAccount();
    await buyCredit(accountId, { paidAt: PAID_AT });
    await buyCredit(accountId, { paidAt: '2027-09-01T00:00:00.000Z' });
    const reference = await holdMoney(accountId, 10_000_000n);
    await expireCredit(OVER);
    expect(await moneyOf(userId)).toMatchObject({ balance: 28_450_000n, held: 10_000_000n });
    await settleMoney(accountId, reference!, 10_000_000n);
    await expireCredit(LATER);
    expect(await soundBalance(userId)).toBe(18_450_000n);
  });
});

describe('refunds and chargebacks', () => {
  const tell = (type: string, object: object) => applyEvent(readStripeEvent(stripeEvent(type, object)));

  it('reduce their own purchase, so that the older one still expires in full', async () => {
    const { userId, accountId } = await createAccount();
    await buyCredit(accountId, { paidAt: PAID_AT });
    const { payment } = await buyCredit(accountId, { paidAt: '2027-09-01T00:00:00.000Z' });
    const refund = refundObject(payment, { amount: 1000, status: 'pending' });
    await tell('refund.created', refund);
    expect(await lotsOf(userId)).toEqual([
      '18450000 2028-03-10T09:00:00.000Z',
      '9225000 2028-09-01T00:00:00.000Z',
    ]);
    await tell('refund.failed', { ...refund, status: 'failed' });
    expect(await lotsOf(userId)).toEqual([
      '18450000 2028-03-10T09:00:00.000Z',
      '18450000 2028-09-01T00:00:00.000Z',
    ]);
    await expireCredit(OVER);
    expect(await soundBalance(userId)).toBe(18_450_000n);
  });

  it('leave a debt, which the next payment repays before it is a lot', async () => {
    const { userId, accountId } = await createAccount();
    const { payment } = await buyCredit(accountId, { paidAt: PAID_AT });
    await spend(accountId, 18_450_000n);
    const dispute = disputeObject(payment, { amount: 2000 });
    await tell('charge.dispute.funds_withdrawn', dispute);
    await expireCredit(OVER);
    expect(await soundBalance(userId)).toBe(-35_000_000n);
    await buyCredit(accountId, { paidAt: OVER, cents: 5000 });
    expect(await lotsOf(userId)).toEqual(['11650000 2029-03-10T09:00:00.000Z']);
    await tell('charge.dispute.closed', { ...dispute, status: 'won' });
    await expireCredit(new Date('2029-03-11'));
    // Credit that a chargeback gives back without a lot to return to does not expire.
    expect(await soundBalance(userId)).toBe(35_000_000n);
  });
});
