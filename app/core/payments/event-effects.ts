import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { findAccountById } from '#app/core/ledger/accounts.ts';
import { announceBalance } from '#app/core/ledger/balances.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { isPassing } from '#app/core/platform/passing-error.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { change } from '#db/sql.ts';
import { transaction, type Transaction } from '#db/transaction.ts';
import { keepDispute, keepRefund, sumRefunds } from './reversals.ts';
import type { PaymentEvent, PaymentFact, PaymentTold } from './payment-event.ts';
import { bookPurchase, decideCredit } from './purchase-credit.ts';
import { lockPurchase, updatePurchase, type Purchase } from './purchase.ts';
import { readReference } from './reference.ts';
import { lockSettings, updateSettings } from './top-ups/settings.ts';
import { endTopUp } from './top-ups/top-up.ts';

/** What became of an event: applied, here before, without a meaning for credit, or of test mode where that is refused. */
export type Outcome = 'applied' | 'repeated' | 'ignored' | 'test_mode';

/** Two events of one payment at the same time may meet in a deadlock, which ends one of them. */
const TRIES = 4;

/**
 * Applies an event of a payment service: the inbox's row, what is known of the payment and the ledger's entries change in
 * one transaction. The same event again changes nothing, nor does the order of events matter.
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
    const known = { ...purchase, ...(await keepFact(tx, purchase, fact)) };
    const isBooked = await bookPurchase(tx, known);
    await heedTopUps(tx, known, { fact, isBooked });
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

/** With a live key the money of test mode is worth nothing. */
function isTestOnly({ provider, isLive }: PaymentEvent): boolean {
  return provider === 'stripe' && !isLive && /^[rs]k_live_/.test(config().STRIPE_SECRET_KEY ?? '');
}

/** Writes what a fact says of a payment. @returns what has changed in its row */
async function keepFact(tx: Transaction, purchase: Purchase, fact: PaymentFact): Promise<Partial<Purchase>> {
  if (fact.kind === 'dispute') {
    await keepDispute(tx, purchase, fact);
    return {};
  }
  const changed = fact.kind === 'payment' ? await paymentChanges(tx, purchase, fact) : {};
  if (fact.kind === 'refund') await keepRefund(tx, purchase, fact);
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
  told: PaymentTold,
): Promise<Partial<Purchase>> {
  const { standing, checkoutId, currency, paidMicro, taxMicro, settledMicro, topUpId, email, at } = told;
  const accountId = readReference(told.reference);
  const hasAccount = accountId !== null && (await findAccountById(tx, accountId)) !== undefined;
  const decision =
    standing === 'paid'
      ? decideCredit({ ...told, provider, accountId }, hasAccount)
      : { state: standing, reason: null, creditedMicro: 0n };
  // What is told late, or once more by another event, changes nothing of what is known.
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
 * What a fact about a payment means for the top-ups of its account: one that was paid has ended, and a refund or a
 * chargeback turns auto top-up off, so that money that was given back is not taken again at once.
 * @param tx the transaction that has booked what follows from the fact, and has locked the account for it
 */
async function heedTopUps(
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
  const isTaken = fact.kind !== 'dispute' || fact.isWithdrawn;
  if (accountId === null || !isBooked || !isTaken) return;
  if (!(await lockSettings(tx, accountId))?.isOn) return;
  await updateSettings(tx, accountId, { isOn: false, pausedUntil: null, problem: 'returned' });
}
