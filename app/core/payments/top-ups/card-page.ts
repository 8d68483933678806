import { parseUrl } from '#app/contracts/text/parse-url.ts';
import { TOP_UP_CARD_PATH, TOP_UP_PATH } from '#app/contracts/payments/top-up.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { CheckoutError } from '../checkout-error.ts';
import { paymentReference } from '../reference.ts';
import { callStripe } from '../stripe/call-stripe.ts';
import { StripeError } from '../stripe/stripe-error.ts';
import { stripeCustomer, stripeSetup } from '../stripe/wire.ts';
import { pageLanguage } from '../ways-to-pay.ts';
import { forgetCustomerLater } from './forget-card.ts';
import { countCardPage, lockSettings, readSettings, updateSettings } from './settings.ts';

/** Who saves a card, and the language of the page. */
interface CardOwner {
  accountId: string;
  email: string;
  language: string;
}

/**
 * Makes a page of Stripe's on which a person saves a card: we never see its number. That somebody comes back from it says
 * nothing; `take-saved-card.ts` asks.
 * @returns the page's address
 * @throws CheckoutError
 */
export async function cardSavingPage(owner: CardOwner): Promise<string> {
  const round = await transaction((tx) => countCardPage(tx, owner.accountId));
  try {
    const known = (await readSettings(AUTOCOMMIT, owner.accountId))?.customerId ?? null;
    if (known === null) return await pageFor(owner, await newCustomer(owner, round), round);
    return await pageFor(owner, known, round).catch(async (error: unknown) => {
      // Deleted there, or known to another account of Stripe's.
      if (!(error instanceof StripeError && error.param === 'customer')) throw error;
      return pageFor(owner, await newCustomer(owner, round), round);
    });
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    throw new CheckoutError(error.problem === 'unreachable' ? 'unreachable' : 'refused', error.code);
  }
}

async function newCustomer({ accountId, email }: CardOwner, round: number): Promise<string> {
  const params = { email, metadata: { account: accountId } };
  const { id } = await callStripe(async (stripe) =>
    stripeCustomer.parse(
      await stripe.customers.create(params, { idempotencyKey: `customer-${accountId}-${round}` }),
    ),
  );
  // What was saved with another customer cannot be charged any more.
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

async function pageFor({ accountId, language }: CardOwner, customer: string, round: number): Promise<string> {
  const { STRIPE_BASE_URL } = config();
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
  const { url } = await callStripe(async (stripe) =>
    stripeSetup.parse(
      await stripe.checkout.sessions.create(params, {
        idempotencyKey: `card-${accountId}-${round}-${customer}`,
      }),
    ),
  );
  const page = parseUrl(url);
  // The page must be as safe as the service itself.
  const isSafe =
    page?.protocol === 'https:' || (page?.protocol === 'http:' && STRIPE_BASE_URL.startsWith('http:'));
  if (!isSafe) throw new StripeError('unreachable', 'no_page');
  return page.href;
}
