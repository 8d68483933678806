import { MAX_FAILURES, type TopUpFailure } from '#app/contracts/payments/top-up.ts';
import type { Again } from '#app/core/follow-ups/follow-up.ts';
import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { lockAccounts } from '#app/core/ledger/accounts.ts';
import { StripeError } from '#app/core/payments/errors.ts';
import { applyEvent } from '#app/core/payments/event-effects.ts';
import type { PaymentEvent } from '#app/core/payments/payment-event.ts';
import { paymentReference } from '#app/core/payments/reference.ts';
import { callStripe } from '#app/core/payments/stripe/client.ts';
import { readIntentResponse } from '#app/core/payments/stripe/events.ts';
import { stripeIntentResponse } from '#app/core/payments/stripe/wire.ts';
import { logger } from '#app/core/platform/logger.ts';
import { canSendMail } from '#app/core/platform/mail.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { lockSettings, readSettings, updateSettings } from './settings.ts';
import { endTopUp, findTopUp, recordRequest, type TopUp } from './top-up.ts';

const MINUTE_MS = 60_000;

/** Stripe keeps idempotency keys for a day: after this time no payment is requested again, only looked up. */
const REQUEST_MS = 23 * 60 * MINUTE_MS;

/** A requested payment that cannot be found after this time was not made. */
const UNSEEN_MS = 2 * MINUTE_MS;

const SOONEST_S = 5;

const LATEST_S = 600;

const HOUR_MS = 3_600_000;

/** Pause after the first failure in a row, and after the second. */
const PAUSES_MS = [HOUR_MS, 24 * HOUR_MS];

/** The state of a top-up's payment at Stripe. */
type TopUpPayment =
  | { standing: 'paid'; event: PaymentEvent }
  | { standing: 'failed'; paymentId: string | null; problem: TopUpFailure }
  | { standing: 'waiting' };

const MICRO_PER_CENT = 10_000n;

/** Allowance for clocks that differ. */
const SKEW_S = 300;

/** More payments of one customer than top-ups of a day. */
const MAX_LISTED = 100;

/**
 * Makes the payment of a top-up exactly once, however often this runs and wherever its process dies: the
 * top-up's row exists before, its id is the idempotency key, and the credit is booked as that of any payment,
 * from Stripe's answer or from its webhook, whichever comes first.
 * @returns when to run again if the outcome is not known yet
 */
export async function runTopUp(
  { topUpId }: { topUpId: string },
  now = new Date(),
): Promise<Again | undefined> {
  const topUp = await findTopUp(AUTOCOMMIT, topUpId);
  if (topUp?.state !== 'open') return undefined;
  const payment = await paymentOf(topUp, now);
  if (payment.standing === 'waiting') return { againInSeconds: pauseOf(topUp, now) };
  if (payment.standing === 'paid') {
    await applyEvent(payment.event);
    return undefined;
  }
  const { id, accountId } = topUp;
  logger().warn({ topUp: id, accountId, problem: payment.problem }, 'a top-up failed');
  (await failTopUp(topUp, payment, now)).forEach(enqueueFollowUp);
  return undefined;
}

async function paymentOf(topUp: TopUp, now: Date): Promise<TopUpPayment> {
  if (await mayRequest(topUp, now)) {
    if (!(await recordRequest(AUTOCOMMIT, topUp.id, now))) return { standing: 'waiting' };
    const outcome = await tryPayment(topUp);
    if (outcome !== 'unknown') return outcome;
    // If Stripe has stored an error under the key, the payment itself shows the outcome.
    return (await lookUp(topUp)) ?? { standing: 'waiting' };
  }
  const found = await lookUp(topUp);
  if (found) return found;
  const isUnseen = topUp.askedAt === null || now.getTime() - topUp.askedAt.getTime() > UNSEEN_MS;
  if (!isUnseen) return { standing: 'waiting' };
  return { standing: 'failed', paymentId: null, problem: isTooOld(topUp, now) ? 'unreachable' : 'stopped' };
}

/** Only while auto top-up is on, with the card that the top-up was started with. */
async function mayRequest(topUp: TopUp, now: Date): Promise<boolean> {
  if (isTooOld(topUp, now)) return false;
  const settings = await readSettings(AUTOCOMMIT, topUp.accountId);
  return settings?.isOn === true && settings.cardId === topUp.cardId;
}

const isTooOld = ({ createdAt }: TopUp, now: Date) => now.getTime() - createdAt.getTime() > REQUEST_MS;

async function tryPayment(topUp: TopUp): Promise<TopUpPayment | 'unknown'> {
  try {
    return await requestPayment(topUp);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const { problem, code } = error;
    if (problem === 'declined') return { standing: 'failed', paymentId: null, problem: failureOf(code) };
    logger().warn({ topUp: topUp.id, problem, code }, 'a top-up is not paid yet');
    return problem === 'refused' ? { standing: 'failed', paymentId: null, problem: 'refused' } : 'unknown';
  }
}

/** @returns null when there is no such payment */
async function lookUp(topUp: TopUp): Promise<TopUpPayment | null> {
  try {
    return await lookUpPayment(topUp);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const { problem, code } = error;
    logger().warn({ topUp: topUp.id, problem, code }, 'a top-up cannot be looked up');
    // A customer that no longer exists cannot be charged.
    if (problem === 'refused') return null;
    return { standing: 'waiting' };
  }
}

/** The pause grows with the age of the top-up. */
function pauseOf({ createdAt }: TopUp, now: Date): number {
  const age = (now.getTime() - createdAt.getTime()) / 1000;
  return Math.round(Math.min(Math.max(age, SOONEST_S), LATEST_S));
}

/**
 * Ends a top-up that failed. Each failure in a row pauses auto top-up, the third turns it off; the user gets
 * a mail. A top-up that the user stopped does not count. A payment that succeeds afterwards is still
 * credited.
 * @returns the jobs that are due after it
 */
function failTopUp(
  { id, accountId }: Pick<TopUp, 'id' | 'accountId'>,
  { problem, paymentId }: { problem: TopUpFailure; paymentId: string | null },
  now = new Date(),
): Promise<string[]> {
  return transaction(async (tx) => {
    await lockAccounts(tx, [accountId]);
    if (!(await endTopUp(tx, id, { state: 'failed', problem, paymentId })) || problem === 'stopped')
      return [];
    const settings = await lockSettings(tx, accountId);
    if (!settings) return [];
    const failures = settings.failures + 1;
    const isOn = settings.isOn && failures < MAX_FAILURES;
    const pause = PAUSES_MS[failures - 1];
    const pausedUntil = isOn && pause !== undefined ? new Date(now.getTime() + pause) : null;
    await updateSettings(tx, accountId, { failures, isOn, pausedUntil, problem });
    if (!canSendMail()) return [];
    return writeFollowUps(tx, [{ job: 'mail-top-up', subject: id, payload: { topUpId: id } }]);
  });
}

/**
 * Charges a top-up's card. The whole request is derived from its row, and so is the idempotency key:
 * repeating the same top-up is the same payment.
 * @throws StripeError when the outcome is not known, or the request cannot succeed
 */
function requestPayment({ id, accountId, amountMicro, customerId, cardId }: TopUp): Promise<TopUpPayment> {
  const params = {
    amount: Number(amountMicro / MICRO_PER_CENT),
    currency: 'usd',
    customer: customerId!,
    payment_method: cardId!,
    payment_method_types: ['card'],
    off_session: true,
    confirm: true,
    metadata: { reference: paymentReference(accountId), top_up: id },
  };
  return callStripe(async (stripe) =>
    readPayment(await stripe.paymentIntents.create(params, { idempotencyKey: `top-up-${id}` })),
  );
}

/**
 * Finds a top-up's payment among those of its customer.
 * @returns null when there is none
 * @throws StripeError
 */
function lookUpPayment({ id, customerId, createdAt }: TopUp): Promise<TopUpPayment | null> {
  const since = Math.floor(createdAt.getTime() / 1000) - SKEW_S;
  return callStripe(async (stripe) => {
    const { data } = await stripe.paymentIntents.list({
      customer: customerId!,
      created: { gte: since },
      limit: MAX_LISTED,
    });
    const ours = data.find(({ metadata }) => metadata?.['top_up'] === id);
    return ours ? readPayment(ours) : null;
  });
}

/** @throws ZodError for an answer in another format */
export function readPayment(intent: unknown): TopUpPayment {
  const { id: paymentId, status, last_payment_error: error } = stripeIntentResponse.parse(intent);
  if (status === 'succeeded') return { standing: 'paid', event: readIntentResponse(intent) };
  if (status === 'requires_action') return { standing: 'failed', paymentId, problem: 'authentication' };
  if (status === 'requires_payment_method' || status === 'canceled')
    return { standing: 'failed', paymentId, problem: failureOf(error?.code ?? '') };
  return { standing: 'waiting' };
}

/** The failure that the code of a card error means. */
export function failureOf(code: string): TopUpFailure {
  return code === 'authentication_required' ? 'authentication' : 'declined';
}
