import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { findAccountById } from '#app/core/ledger/accounts.ts';
import { announceBalance } from '#app/core/ledger/balances.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { isPassing } from '#app/core/platform/passing-error.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { change } from '#db/sql.ts';
import { transaction, type Transaction } from '#db/transaction.ts';
import { storeDispute, storeRefund, sumRefunds } from './reversals.ts';
import type { PaymentEvent, PaymentFact, ReportedPayment } from './payment-event.ts';
import { bookPurchase, decideCredit } from './purchase-credit.ts';
import { lockPurchase, updatePurchase, type Purchase } from './purchase.ts';
import { readReference } from './reference.ts';
import { lockSettings, updateSettings } from './top-ups/settings.ts';
import { endTopUp } from './top-ups/top-up.ts';

/** The outcome of an event: applied, received before, irrelevant for credit, or refused as test mode. */
export type Outcome = 'applied' | 'repeated' | 'ignored' | 'test_mode';

/** Max attempts: two concurrent events of one payment may deadlock, which aborts one of them. */
const TRIES = 4;

/**
 * Applies an event of a payment service: the inbox row, the facts of the payment and the ledger's entries
 * change in one transaction. A repeated event changes nothing, and the order of events does not matter.
 */
export async function applyEvent(event: PaymentEvent): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { outcome, users, followUps } = await transaction((tx) => applyOnce(tx, event));
      followUps.forEach(enqueueFollowUp);
      await Promise.all(users.map(announceBalance));
      return outcome;
    } catch (error) {
      if (attempt === TRIES || !isPassing(error)) throw error;
    }
  }
}

async function applyOnce(
  tx: Transaction,
  event: PaymentEvent,
): Promise<{ outcome: Outcome; users: string[]; followUps: string[] }> {
  const { provider, id, type, objectId, facts, card } = event;
  const outcome = isTestOnly(event) ? 'test_mode' : facts.length === 0 && !card ? 'ignored' : 'applied';
  const isNew = await change(
    tx,
    `INSERT IGNORE INTO payment_events (provider, event_id, type, object_id, outcome, received_at)
     VALUES (?, ?, ?, ?, ?, NOW(3))`,
    [provider, id, type, objectId, outcome],
  );
  if (isNew === 0) return { outcome: 'repeated', users: [], followUps: [] };
  if (outcome !== 'applied') return { outcome, users: [], followUps: [] };
  const followUps = card
    ? await writeFollowUps(tx, [{ job: 'take-card', subject: card.sessionId, payload: card }])
    : [];
  const users = new Set<string>();
  let purchaseId: string | null = null;
  for (const fact of facts) {
    const purchase = await lockPurchase(tx, { provider, paymentId: fact.paymentId });
    purchaseId = purchase.id;
    const known = { ...purchase, ...(await storeFact(tx, purchase, fact)) };
    const isBooked = await bookPurchase(tx, known);
    await applyToTopUps(tx, known, { fact, isBooked });
    if (!isBooked) continue;
    const account = await findAccountById(tx, known.accountId!);
    if (account) users.add(account.userId);
  }
  await change(tx, 'UPDATE payment_events SET purchase_id = ? WHERE provider = ? AND event_id = ?', [
    purchaseId,
    provider,
    id,
  ]);
  return { outcome, users: [...users], followUps };
}

/** With a live key, payments of test mode are worth nothing. */
function isTestOnly({ provider, isLive }: PaymentEvent): boolean {
  return provider === 'stripe' && !isLive && /^[rs]k_live_/.test(config().STRIPE_SECRET_KEY ?? '');
}

/** Writes a fact about a payment. @returns the changed fields of its row */
async function storeFact(tx: Transaction, purchase: Purchase, fact: PaymentFact): Promise<Partial<Purchase>> {
  if (fact.kind === 'dispute') {
    await storeDispute(tx, purchase, fact);
    return {};
  }
  const changed = fact.kind === 'payment' ? await paymentChanges(tx, purchase, fact) : {};
  if (fact.kind === 'refund') await storeRefund(tx, purchase, fact);
  if (fact.kind === 'refund-total' && fact.amountMicro > purchase.refundTotalMicro)
    changed.refundTotalMicro = fact.amountMicro;
  if (fact.kind !== 'payment') changed.refundedMicro = await sumRefunds(tx, { ...purchase, ...changed });
  await updatePurchase(tx, purchase.id, changed);
  return changed;
}

const RANKS = { unseen: 0, waiting: 1, failed: 2, unmatched: 3, refused: 4, credited: 4 } as const;

async function paymentChanges(
  tx: Transaction,
  { id, provider, state, ...purchase }: Purchase,
  payment: ReportedPayment,
): Promise<Partial<Purchase>> {
  const { standing, checkoutId, currency, paidMicro, taxMicro, settledMicro, topUpId, email, at } = payment;
  const accountId = readReference(payment.reference);
  const hasAccount = accountId !== null && (await findAccountById(tx, accountId)) !== undefined;
  const decision =
    standing === 'paid'
      ? decideCredit({ ...payment, provider, accountId }, hasAccount)
      : { state: standing, reason: null, creditedMicro: 0n };
  // A late fact, or one repeated by another event, changes nothing.
  if (RANKS[decision.state] <= RANKS[state]) return {};
  if (decision.state === 'unmatched' || decision.state === 'refused')
    logger().warn({ purchaseId: id, provider, reason: decision.reason }, 'a payment is not credited');
  return {
    ...decision,
    accountId: hasAccount ? accountId : purchase.accountId,
    checkoutId: checkoutId ?? purchase.checkoutId,
    currency,
    paidMicro,
    taxMicro,
    settledMicro,
    topUpId,
    email: decision.state === 'unmatched' ? email : null,
    paidAt: at,
  };
}

/**
 * Applies a fact about a payment to the top-ups of its account: a paid one ends, and a refund or a chargeback
 * turns auto top-up off, so that returned money is not charged again at once.
 * @param tx the transaction that has booked the effects of the fact, and has locked the account for it
 */
async function applyToTopUps(
  tx: Transaction,
  { accountId, paymentId }: Pick<Purchase, 'accountId' | 'paymentId'>,
  { fact, isBooked }: { fact: PaymentFact; isBooked: boolean },
): Promise<void> {
  if (fact.kind === 'payment') {
    if (fact.standing !== 'paid' || fact.topUpId === null) return;
    const isEnded = await endTopUp(tx, fact.topUpId, { state: 'paid', paymentId });
    if (isEnded && accountId !== null)
      await updateSettings(tx, accountId, { failures: 0, pausedUntil: null, problem: null });
    return;
  }
  const isMoneyTaken = fact.kind !== 'dispute' || fact.isWithdrawn;
  if (accountId === null || !isBooked || !isMoneyTaken) return;
  if (!(await lockSettings(tx, accountId))?.isOn) return;
  await updateSettings(tx, accountId, { isOn: false, pausedUntil: null, problem: 'returned' });
}
