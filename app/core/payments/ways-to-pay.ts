import { toDollars } from '#app/contracts/money.ts';
import type { PayMethod } from '#app/contracts/payments/receipt.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { createCheckout } from './coinbase/checkout.ts';
import { paymentReference } from './reference.ts';
import { createCardCheckout } from './stripe/card-checkout.ts';
import { pageLanguage } from './stripe/hosted-page.ts';

/** An account that buys credit, and the amount. */
interface PayOrder {
  accountId: string;
  email: string;
  /** The user's language. */
  language: string;
  /** Without tax, in whole cents. */
  amountMicro: bigint;
  /** The same order id always means the same page. */
  orderId: string;
  /** Names of the credit and of the fee on the page, in the user's language. */
  names: { credit: string; fee: string };
}

/** The ways to pay that are set up here. */
export function waysToPay(): PayMethod[] {
  return [...(isSoldByCard() ? (['card'] as const) : []), ...(sellsForCrypto() ? (['crypto'] as const) : [])];
}

/** Returns whether the payer chooses the amount on the payment page: a payment link cannot carry it. */
export function isAmountChosenThere(): boolean {
  return !hasCardCheckout() && config().PAYMENT_URL !== undefined;
}

function isSoldByCard(): boolean {
  return hasCardCheckout() || config().PAYMENT_URL !== undefined;
}

function sellsForCrypto(): boolean {
  const { COINBASE_API_KEY_ID, COINBASE_API_KEY_SECRET, COINBASE_WEBHOOK_SECRET } = config();
  return Boolean(COINBASE_API_KEY_ID && COINBASE_API_KEY_SECRET && COINBASE_WEBHOOK_SECRET);
}

function hasCardCheckout(): boolean {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = config();
  return Boolean(STRIPE_SECRET_KEY && STRIPE_WEBHOOK_SECRET);
}

/**
 * Returns the page on which an account buys credit in the chosen way. The payer's return from it credits
 * nothing: webhooks do.
 * @throws CheckoutError
 */
export function payPage(method: PayMethod, order: PayOrder): Promise<string> {
  if (method === 'crypto') return cryptoPage(order);
  return hasCardCheckout() ? cardPage(order) : Promise.resolve(cardLink(order));
}

/** A page of Stripe for this amount. */
function cardPage({ amountMicro, language, ...order }: PayOrder): Promise<string> {
  const typed = toDollars(amountMicro);
  return createCardCheckout(
    {
      ...order,
      amountMicro,
      reference: paymentReference(order.accountId),
      language: pageLanguage(language),
      successUrl: returnUrl('made'),
      cancelUrl: `${returnUrl('failed')}&amount=${typed}`,
    },
    config().STRIPE_AUTOMATIC_TAX,
  );
}

/** The payment link, with the payer's email filled in and our reference. */
function cardLink({ accountId, email, language }: PayOrder): string {
  const url = new URL(config().PAYMENT_URL!);
  url.searchParams.set('prefilled_email', email);
  url.searchParams.set('client_reference_id', paymentReference(accountId));
  url.searchParams.set('locale', pageLanguage(language));
  return url.href;
}

/** A checkout of Coinbase for this amount. */
function cryptoPage({ accountId, amountMicro, orderId }: PayOrder): Promise<string> {
  const { APP_TITLE, COINBASE_API_KEY_ID, COINBASE_API_KEY_SECRET, COINBASE_BASE_URL } = config();
  return createCheckout(
    {
      amountMicro,
      orderId,
      reference: paymentReference(accountId),
      description: APP_TITLE,
      successUrl: returnUrl('made'),
      failUrl: returnUrl('failed'),
    },
    { key: { id: COINBASE_API_KEY_ID!, secret: COINBASE_API_KEY_SECRET! }, baseUrl: COINBASE_BASE_URL },
  );
}

const returnUrl = (result: 'made' | 'failed') => `${appUrl()}/balance?payment=${result}`;
