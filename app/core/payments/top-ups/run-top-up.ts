import type { Again } from '#app/core/follow-ups/follow-up.ts';
import { logger } from '#app/core/platform/logger.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { applyEvent } from '../apply-event.ts';
import { StripeError } from '../stripe/stripe-error.ts';
import { failTopUp } from './fail-top-up.ts';
import { askForPayment, failureOf, lookUpPayment, type TopUpPayment } from './payment.ts';
import { readSettings } from './settings.ts';
import { findTopUp, noteAsked, type TopUp } from './top-up.ts';

const MINUTE_MS = 60_000;
/** Stripe keeps idempotency keys for a day: after this time nothing is asked for again, only looked up. */
const ASK_FOR_MS = 23 * 60 * MINUTE_MS;
/** What was asked for and cannot be found after so long was not done. */
const UNSEEN_MS = 2 * MINUTE_MS;
const SOONEST_S = 5;
const LATEST_S = 600;

/**
 * Makes the payment of a top-up, once, however often this is done and wherever its process dies: the payment's row was there
 * before, its id is the idempotency key, and the credit is booked as that of any payment, from Stripe's answer or from its
 * webhook, whichever comes first.
 * @returns when to come back where it is not known yet what came of it
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
  if (await mayAsk(topUp, now)) {
    if (!(await noteAsked(AUTOCOMMIT, topUp.id, now))) return { standing: 'waiting' };
    const told = await ask(topUp);
    if (told !== 'unknown') return told;
    // What an error of theirs is remembered under the key is told by the payment itself.
    return (await lookUp(topUp)) ?? { standing: 'waiting' };
  }
  const found = await lookUp(topUp);
  if (found) return found;
  const isUnseen = topUp.askedAt === null || now.getTime() - topUp.askedAt.getTime() > UNSEEN_MS;
  if (!isUnseen) return { standing: 'waiting' };
  return { standing: 'failed', paymentId: null, problem: isTooOld(topUp, now) ? 'unreachable' : 'stopped' };
}

/** While it is on, by the card that it was begun with. */
async function mayAsk(topUp: TopUp, now: Date): Promise<boolean> {
  if (isTooOld(topUp, now)) return false;
  const settings = await readSettings(AUTOCOMMIT, topUp.accountId);
  return settings?.isOn === true && settings.cardId === topUp.cardId;
}

const isTooOld = ({ createdAt }: TopUp, now: Date) => now.getTime() - createdAt.getTime() > ASK_FOR_MS;

async function ask(topUp: TopUp): Promise<TopUpPayment | 'unknown'> {
  try {
    return await askForPayment(topUp);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const { problem, code } = error;
    if (problem === 'declined') return { standing: 'failed', paymentId: null, problem: failureOf(code) };
    logger().warn({ topUp: topUp.id, problem, code }, 'a top-up is not paid yet');
    return problem === 'refused' ? { standing: 'failed', paymentId: null, problem: 'refused' } : 'unknown';
  }
}

/** @returns null where there is no such payment */
async function lookUp(topUp: TopUp): Promise<TopUpPayment | null> {
  try {
    return await lookUpPayment(topUp);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const { problem, code } = error;
    logger().warn({ topUp: topUp.id, problem, code }, 'a top-up cannot be looked up');
    // Where there is no such customer any more, nobody is charged.
    if (problem === 'refused') return null;
    return { standing: 'waiting' };
  }
}

/** The longer it lasts, the later. */
function pauseOf({ createdAt }: TopUp, now: Date): number {
  const age = (now.getTime() - createdAt.getTime()) / 1000;
  return Math.round(Math.min(Math.max(age, SOONEST_S), LATEST_S));
}
