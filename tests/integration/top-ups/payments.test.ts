import { describe, expect, it } from 'vitest';
import { stopTopUp } from '#app/core/accounts/top-up.ts';
import { listPurchases } from '#app/core/payments/purchase.ts';
import { runTopUp } from '#app/core/payments/top-ups/run.ts';
import { readSettings } from '#app/core/payments/top-ups/settings.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { StripeFault } from '#app/sandbox/payments/stripe-api/start-stripe-api.ts';
import {
  disputeObject,
  newCardPayment,
  refundObject,
  stripeEvent,
} from '#app/sandbox/payments/stripe-wire.ts';
import { holdMoney, spend } from '#tests/fixtures/held-money.ts';
import { moneyOf, soundBalance } from '#tests/fixtures/ledger-sums.ts';
import {
  CHOICE,
  CREDIT,
  doJobs,
  lowPerson,
  tell,
  topUpsOf,
  turn,
  useTopUps,
  waitingJobs,
  watch,
} from './stage.ts';

const { stripe, tellFirst } = useTopUps();
const PAY = '/v1/payment_intents';
/** Stripe's package retries once if a connection breaks; then the payment is looked up. */
const UNANSWERED: StripeFault[] = [{ kind: 'lost' }, { kind: 'lost' }, { kind: 'busy' }];

/** All payments that were made and can be reported. */
const paidIntents = () => stripe().events.filter(({ type }) => type === 'payment_intent.succeeded');

const entries = (accountId: string) =>
  selectRows<{ kind: string }>(
    AUTOCOMMIT,
    "SELECT kind FROM ledger_entries WHERE account_id = ? AND kind <> 'signup' ORDER BY id",
    [accountId],
  );

/** As if the job had begun this long ago. */
const begunBefore = (minutes: number) =>
  change(
    AUTOCOMMIT,
    'UPDATE top_ups SET created_at = created_at - INTERVAL ? MINUTE, asked_at = asked_at - INTERVAL ? MINUTE',
    [minutes, minutes],
  );

describe('a balance below the threshold', () => {
  it('is topped up once, with the credit of a card payment, and again when it falls again', async () => {
    const { userId, accountId } = await lowPerson(stripe());
    for (let look = 0; look < 4; look += 1) await turn();
    expect(await soundBalance(userId)).toBe(1_000_000n + CREDIT);
    expect(await topUpsOf(accountId)).toMatchObject([{ state: 'paid', customerId: null, cardId: null }]);
    const [purchase] = await listPurchases(AUTOCOMMIT, accountId);
    const [topUp] = await topUpsOf(accountId);
    expect(purchase).toMatchObject({
      state: 'credited',
      topUpId: topUp!.id,
      paymentId: topUp!.paymentId,
      paidMicro: CHOICE.amountMicro,
      creditedMicro: CREDIT,
    });
    await spend(accountId, 16_000_000n);
    await turn();
    expect(await soundBalance(userId)).toBe(1_000_000n + 2n * CREDIT - 16_000_000n);
    expect(await waitingJobs()).toEqual([]);
  });

  it('is left alone at the threshold, and while it is off', async () => {
    const { userId, accountId } = await lowPerson(stripe(), { creditMicro: CHOICE.thresholdMicro });
    await turn();
    expect(await topUpsOf(accountId)).toEqual([]);
    await spend(accountId, 1n);
    await stopTopUp(userId);
    await turn();
    expect(await topUpsOf(accountId)).toEqual([]);
  });

  it('counts holds once they are a minute old', async () => {
    const { userId, accountId } = await lowPerson(stripe(), { creditMicro: 8_000_000n });
    await holdMoney(accountId, 4_000_000n);
    await turn();
    expect(await topUpsOf(accountId)).toEqual([]);
    await change(AUTOCOMMIT, 'UPDATE holds SET created_at = created_at - INTERVAL 61 SECOND');
    await turn();
    expect((await moneyOf(userId)).balance).toBe(8_000_000n + CREDIT);
  });
});

describe('the payment of a top-up', () => {
  it('is credited once, whether its webhook arrives before the answer, after it, or repeatedly', async () => {
    tellFirst();
    const { userId, accountId } = await lowPerson(stripe());
    await turn();
    for (const event of [...paidIntents(), ...paidIntents()]) await tell(event);
    await turn();
    expect(await soundBalance(userId)).toBe(1_000_000n + CREDIT);
    expect(await entries(accountId)).toEqual([{ kind: 'payment' }]);
    expect(paidIntents()).toHaveLength(1);
  });

  it.each([
    ['an answer is lost', [{ kind: 'lost' }]],
    ['every answer is lost for a while', [...UNANSWERED, ...UNANSWERED]],
    ['Stripe fails before it has charged', [{ kind: 'busy' }, { kind: 'busy' }]],
    ['Stripe fails after it has charged', [{ kind: 'error-after' }]],
  ] satisfies [string, StripeFault[]][])('is made once if %s, without any webhook', async (_what, faults) => {
    const { userId, accountId } = await lowPerson(stripe());
    stripe().failNext(PAY, ...faults);
    await watch();
    for (let tries = 0; tries < 6; tries += 1) await doJobs();
    expect(paidIntents()).toHaveLength(1);
    expect(await soundBalance(userId)).toBe(1_000_000n + CREDIT);
    expect(await topUpsOf(accountId)).toMatchObject([{ state: 'paid' }]);
    expect(await waitingJobs()).toEqual([]);
  });

  it('is made once while two workers have its job, and credited once', async () => {
    const { userId, accountId } = await lowPerson(stripe());
    await watch();
    const [topUp] = await topUpsOf(accountId);
    const job = () => runTopUp({ topUpId: topUp!.id });
    await Promise.all([job(), job(), job()]);
    await doJobs();
    expect(paidIntents()).toHaveLength(1);
    expect(await soundBalance(userId)).toBe(1_000_000n + CREDIT);
  });

  it('with an error remembered under its key is not charged for a day, and then given up', async () => {
    const { userId, accountId } = await lowPerson(stripe());
    stripe().failNext(PAY, { kind: 'error-before' });
    await watch();
    for (let tries = 0; tries < 3; tries += 1) await doJobs();
    expect(await topUpsOf(accountId)).toMatchObject([{ state: 'open' }]);
    await turn();
    expect(await topUpsOf(accountId)).toHaveLength(1);
    await begunBefore(24 * 60);
    // Stripe has forgotten the key: another request now would charge.
    stripe().api.keys.forget();
    const asked = stripe().asked.filter((one) => one === `POST ${PAY}`).length;
    await doJobs();
    expect(await topUpsOf(accountId)).toMatchObject([{ state: 'failed', problem: 'unreachable' }]);
    expect(stripe().asked.filter((one) => one === `POST ${PAY}`)).toHaveLength(asked);
    expect(paidIntents()).toEqual([]);
    expect(await soundBalance(userId)).toBe(1_000_000n);
  });

  it('that was made before the day was over is found after it', async () => {
    const { userId } = await lowPerson(stripe());
    stripe().failNext(PAY, { kind: 'error-after' }, { kind: 'busy' });
    await watch();
    await doJobs();
    await begunBefore(24 * 60);
    stripe().api.keys.forget();
    await doJobs();
    expect(paidIntents()).toHaveLength(1);
    expect(await soundBalance(userId)).toBe(1_000_000n + CREDIT);
  });

  it('is not requested once it was turned off, unless it was already made', async () => {
    const early = await lowPerson(stripe());
    await watch();
    await stopTopUp(early.userId);
    await doJobs();
    expect(await topUpsOf(early.accountId)).toMatchObject([{ state: 'failed', problem: 'stopped' }]);
    expect(paidIntents()).toEqual([]);

    const late = await lowPerson(stripe());
    stripe().failNext(PAY, ...UNANSWERED);
    await watch();
    await doJobs();
    expect(await topUpsOf(late.accountId)).toMatchObject([{ state: 'open' }]);
    await stopTopUp(late.userId);
    await doJobs();
    expect(await soundBalance(late.userId)).toBe(1_000_000n + CREDIT);
    expect(paidIntents()).toHaveLength(1);
    expect(await waitingJobs()).toEqual([]);
  });

  it('that was given up and is paid after all is credited', async () => {
    const { userId, accountId } = await lowPerson(stripe());
    stripe().failNext(PAY, ...UNANSWERED);
    await watch();
    await doJobs();
    await change(AUTOCOMMIT, "UPDATE top_ups SET state = 'failed', open_of = NULL, problem = 'stopped'");
    for (const event of paidIntents()) await tell(event);
    expect(await soundBalance(userId)).toBe(1_000_000n + CREDIT);
    expect(await topUpsOf(accountId)).toMatchObject([{ state: 'paid', problem: null }]);
  });
});

describe('refunded money', () => {
  it('is deducted as for any payment, and turns auto top-up off', async () => {
    const { userId, accountId } = await lowPerson(stripe());
    await turn();
    const intentId = (await topUpsOf(accountId))[0]!.paymentId!;
    const payment = newCardPayment({ intentId });
    await tell(stripeEvent('refund.created', refundObject(payment, { amount: 2000 })));
    expect(await soundBalance(userId)).toBe(1_000_000n);
    expect(await readSettings(AUTOCOMMIT, accountId)).toMatchObject({ isOn: false, problem: 'returned' });
    await turn();
    expect(await topUpsOf(accountId)).toHaveLength(1);
  });

  it('by a chargeback does the same, and an inquiry changes nothing', async () => {
    const { userId, accountId } = await lowPerson(stripe());
    await turn();
    const payment = newCardPayment({ intentId: (await topUpsOf(accountId))[0]!.paymentId! });
    const dispute = disputeObject(payment, { amount: 2000 });
    await tell(stripeEvent('charge.dispute.created', dispute));
    expect(await readSettings(AUTOCOMMIT, accountId)).toMatchObject({ isOn: true });
    await tell(stripeEvent('charge.dispute.funds_withdrawn', dispute));
    expect(await soundBalance(userId)).toBe(1_000_000n + CREDIT - 35_000_000n);
    expect(await readSettings(AUTOCOMMIT, accountId)).toMatchObject({ isOn: false, problem: 'returned' });
  });
});
