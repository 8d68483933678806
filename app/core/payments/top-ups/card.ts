import { TOP_UP_CARD_PATH, TOP_UP_PATH } from '#app/contracts/payments/top-up.ts';
import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { lockAccounts } from '#app/core/ledger/accounts.ts';
import { StripeError, toCheckoutError } from '#app/core/payments/errors.ts';
import { paymentReference, readReference } from '#app/core/payments/reference.ts';
import { callStripe } from '#app/core/payments/stripe/client.ts';
import { createHostedPage, pageLanguage } from '#app/core/payments/stripe/hosted-page.ts';
import { stripeCustomer, stripeSavedCard } from '#app/core/payments/stripe/wire.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { AUTOCOMMIT, transaction, type Transaction } from '#db/transaction.ts';
import { countCardPage, deleteSettings, lockSettings, readSettings, updateSettings } from './settings.ts';

/** A card as Stripe has it; of its number only the last digits. */
export interface SavedCard {
  accountId: string;
  customerId: string;
  cardId: string;
  brand: string;
  last4: string;
  /** The number of the page on which it was saved. */
  round: number;
}

/** The account that saves a card, and the language of the page. */
interface CardOwner {
  accountId: string;
  email: string;
  language: string;
}

/**
 * Reads from Stripe the card that was saved on a page.
 * @returns null when none was saved there, it has been removed, or the page was another account's
 * @throws StripeError
 */
export async function readSavedCard(accountId: string, sessionId: string): Promise<SavedCard | null> {
  const expand = ['setup_intent.payment_method'];
  const session = await callStripe(async (stripe) =>
    stripeSavedCard.parse(await stripe.checkout.sessions.retrieve(sessionId, { expand })),
  );
  const { mode, status, customer, client_reference_id: reference, setup_intent: setup, metadata } = session;
  if (mode !== 'setup' || status !== 'complete' || setup?.status !== 'succeeded') return null;
  if (readReference(reference ?? null) !== accountId) return null;
  const card = setup.payment_method;
  if (!card || !customer || card.customer !== customer) return null;
  const { brand, last4 } = card.card;
  return { accountId, customerId: customer, cardId: card.id, brand, last4, round: metadata?.round ?? 0 };
}

/**
 * Stores a saved card for the top-ups of its account, in place of the previous one, which is detached at
 * Stripe. A page counts once, and only if it is newer than the newest page whose card was stored or removed.
 * @returns whether it was stored now, and the jobs that are due after it
 */
export async function storeSavedCard(
  tx: Transaction,
  { accountId, customerId, cardId, brand, last4, round }: SavedCard,
): Promise<{ isStored: boolean; followUps: string[] }> {
  await lockAccounts(tx, [accountId]);
  const settings = await lockSettings(tx, accountId);
  if (!settings || settings.customerId !== customerId || round <= settings.cardsTaken)
    return { isStored: false, followUps: [] };
  const card = { cardId, cardBrand: brand, cardLast4: last4, cardsTaken: round };
  await updateSettings(tx, accountId, { ...card, failures: 0, pausedUntil: null, problem: null });
  const followUps = await detachLater(tx, settings.cardId === cardId ? null : settings.cardId);
  return { isStored: true, followUps };
}

/**
 * Removes the card of an account: it is detached at Stripe, auto top-up is off, and no earlier page can
 * restore it.
 * @returns whether there was one, and the jobs that are due after it
 */
export async function removeSavedCard(
  tx: Transaction,
  accountId: string,
): Promise<{ isRemoved: boolean; followUps: string[] }> {
  await lockAccounts(tx, [accountId]);
  const settings = await lockSettings(tx, accountId);
  if (!settings) return { isRemoved: false, followUps: [] };
  const { cardId, cardsAsked } = settings;
  const none = { cardId: null, cardBrand: null, cardLast4: null, cardsTaken: cardsAsked };
  await updateSettings(tx, accountId, {
    ...none,
    isOn: false,
    failures: 0,
    pausedUntil: null,
    problem: null,
  });
  return { isRemoved: cardId !== null, followUps: await detachLater(tx, cardId) };
}

async function detachLater(tx: Transaction, cardId: string | null): Promise<string[]> {
  if (cardId === null) return [];
  return writeFollowUps(tx, [{ job: 'detach-card', subject: cardId, payload: { cardId } }]);
}

/**
 * Deletes an account's top-up settings, and writes a job that deletes the customer at Stripe, with all cards.
 * Idempotent.
 * @returns the jobs that are due after it
 */
export async function forgetTopUps(tx: Transaction, accountId: string): Promise<string[]> {
  await lockAccounts(tx, [accountId]);
  const settings = await lockSettings(tx, accountId);
  if (!settings) return [];
  await deleteSettings(tx, accountId);
  return forgetCustomerLater(tx, settings.customerId);
}

/** Writes a job that deletes a customer at Stripe. */
export async function forgetCustomerLater(tx: Transaction, customerId: string | null): Promise<string[]> {
  if (customerId === null) return [];
  return writeFollowUps(tx, [{ job: 'forget-customer', subject: customerId, payload: { customerId } }]);
}

/** Detaches a card at Stripe: it can no longer be charged. @throws StripeError, for a retry */
export function detachCard({ cardId }: { cardId: string }): Promise<void> {
  return goneAfter(callStripe(async (stripe) => void (await stripe.paymentMethods.detach(cardId))));
}

/** Deletes a customer at Stripe, with all cards. @throws StripeError, for a retry */
export function forgetCustomer({ customerId }: { customerId: string }): Promise<void> {
  return goneAfter(callStripe(async (stripe) => void (await stripe.customers.del(customerId))));
}

/** An object that no longer exists counts as deleted. */
async function goneAfter(taking: Promise<void>): Promise<void> {
  try {
    await taking;
  } catch (error) {
    if (!(error instanceof StripeError && error.problem === 'refused')) throw error;
  }
}

/**
 * Creates a Stripe page on which a user saves a card: we never see its number. The user's return from it
 * proves nothing; `readSavedCard` asks Stripe.
 * @returns the page's URL
 * @throws CheckoutError
 */
export async function cardSavingPage(owner: CardOwner): Promise<string> {
  const round = await transaction((tx) => countCardPage(tx, owner.accountId));
  try {
    const known = (await readSettings(AUTOCOMMIT, owner.accountId))?.customerId ?? null;
    if (known === null) return await pageFor(owner, await newCustomer(owner, round), round);
    return await pageFor(owner, known, round).catch(async (error: unknown) => {
      // The customer was deleted there, or belongs to another Stripe account.
      if (!(error instanceof StripeError && error.param === 'customer')) throw error;
      return pageFor(owner, await newCustomer(owner, round), round);
    });
  } catch (error) {
    throw toCheckoutError(error);
  }
}

async function newCustomer({ accountId, email }: CardOwner, round: number): Promise<string> {
  const params = { email, metadata: { account: accountId } };
  const { id } = await callStripe(async (stripe) =>
    stripeCustomer.parse(
      await stripe.customers.create(params, { idempotencyKey: `customer-${accountId}-${round}` }),
    ),
  );
  // A card saved with another customer can no longer be charged.
  const none = { cardId: null, cardBrand: null, cardLast4: null, isOn: false };
  const due = await transaction(async (tx) => {
    if (!(await lockSettings(tx, accountId))) return forgetCustomerLater(tx, id);
    await updateSettings(tx, accountId, { customerId: id, ...none });
    return null;
  });
  if (due === null) return id;
  // The account was deleted meanwhile.
  due.forEach(enqueueFollowUp);
  throw new StripeError('refused', 'no_account');
}

function pageFor({ accountId, language }: CardOwner, customer: string, round: number): Promise<string> {
  const back = appUrl();
  const params = {
    mode: 'setup' as const,
    currency: 'usd',
    customer,
    payment_method_types: ['card' as const],
    client_reference_id: paymentReference(accountId),
    metadata: { round: String(round) },
    success_url: `${back}${TOP_UP_CARD_PATH}?session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${back}${TOP_UP_PATH}`,
    locale: pageLanguage(language) as 'auto',
  };
  return createHostedPage(params, `card-${accountId}-${round}-${customer}`);
}
