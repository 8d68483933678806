import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { lockAccounts } from '#app/core/ledger/accounts.ts';
import type { Transaction } from '#db/transaction.ts';
import { callStripe } from '../stripe/call-stripe.ts';
import { StripeError } from '../stripe/stripe-error.ts';
import { deleteSettings, lockSettings } from './settings.ts';

/**
 * Forgets what the owner of an account has set up for top-ups, and leaves a job that deletes the customer at Stripe, with
 * all cards. Harmless when repeated.
 * @returns the jobs that are due after it
 */
export async function forgetTopUps(tx: Transaction, accountId: string): Promise<string[]> {
  await lockAccounts(tx, [accountId]);
  const settings = await lockSettings(tx, accountId);
  if (!settings) return [];
  await deleteSettings(tx, accountId);
  return forgetCustomerLater(tx, settings.customerId);
}

/** Leaves a job that deletes a customer at Stripe. */
export async function forgetCustomerLater(tx: Transaction, customerId: string | null): Promise<string[]> {
  if (customerId === null) return [];
  return writeFollowUps(tx, [{ job: 'forget-customer', subject: customerId, payload: { customerId } }]);
}

/** Detaches a card at Stripe: it can be charged no more. @throws StripeError, to be tried again */
export function detachCard({ cardId }: { cardId: string }): Promise<void> {
  return goneAfter(callStripe(async (stripe) => void (await stripe.paymentMethods.detach(cardId))));
}

/** Deletes a customer at Stripe, with all cards. @throws StripeError, to be tried again */
export function forgetCustomer({ customerId }: { customerId: string }): Promise<void> {
  return goneAfter(callStripe(async (stripe) => void (await stripe.customers.del(customerId))));
}

/** What is not there any more is as good as taken away. */
async function goneAfter(taking: Promise<void>): Promise<void> {
  try {
    await taking;
  } catch (error) {
    if (!(error instanceof StripeError && error.problem === 'refused')) throw error;
  }
}
