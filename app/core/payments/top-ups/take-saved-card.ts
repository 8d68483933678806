import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { lockAccounts } from '#app/core/ledger/accounts.ts';
import type { Transaction } from '#db/transaction.ts';
import { readReference } from '../reference.ts';
import { callStripe } from '../stripe/call-stripe.ts';
import { stripeSavedCard } from '../stripe/wire.ts';
import { lockSettings, updateSettings } from './settings.ts';

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

/**
 * The card that was saved on a page of Stripe's, as Stripe says itself.
 * @returns null where none was saved there, it has been removed, or the page was another account's
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
 * Takes a saved card for the top-ups of its account, in place of the one before, which is detached at Stripe. A page counts
 * once, and none that is older than the newest whose card was taken or removed.
 * @returns whether it was taken now, and the jobs that are due after it
 */
export async function takeSavedCard(
  tx: Transaction,
  { accountId, customerId, cardId, brand, last4, round }: SavedCard,
): Promise<{ isTaken: boolean; followUps: string[] }> {
  await lockAccounts(tx, [accountId]);
  const settings = await lockSettings(tx, accountId);
  if (!settings || settings.customerId !== customerId || round <= settings.cardsTaken)
    return { isTaken: false, followUps: [] };
  const card = { cardId, cardBrand: brand, cardLast4: last4, cardsTaken: round };
  await updateSettings(tx, accountId, { ...card, failures: 0, pausedUntil: null, problem: null });
  const followUps = await detachLater(tx, settings.cardId === cardId ? null : settings.cardId);
  return { isTaken: true, followUps };
}

/**
 * Removes the card of an account: it is detached at Stripe, auto top-up is off, and no page of before brings it back.
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
