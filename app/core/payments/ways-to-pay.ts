import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { createCheckout } from './coinbase/checkout.ts';
import { paymentReference } from './reference.ts';

/** Languages of Stripe's payment pages, by their first part; other users get the browser's language. */
const PAGE_LANGUAGES = new Set(
  'bg cs da de el en es et fi fil fr hr hu id it ja ko lt lv ms mt nb nl pl pt ro ru sk sl sv th tr vi zh'.split(
    ' ',
  ),
);

/** The language code of a user for Stripe's pages. */
export function pageLanguage(locale: string): string {
  const [language = ''] = locale.split('-');
  return PAGE_LANGUAGES.has(language) ? language : 'auto';
}

/** Returns whether credit is sold for crypto here. */
export function sellsForCrypto(): boolean {
  const { COINBASE_API_KEY_ID, COINBASE_API_KEY_SECRET, COINBASE_WEBHOOK_SECRET } = config();
  return Boolean(COINBASE_API_KEY_ID && COINBASE_API_KEY_SECRET && COINBASE_WEBHOOK_SECRET);
}

/**
 * The page on which an account buys credit by card, with the payer's email filled in and our reference; null
 * when none is set up.
 */
export function cardPage(payer: { accountId: string; email: string; language: string }): string | null {
  const { PAYMENT_URL } = config();
  if (PAYMENT_URL === undefined) return null;
  const url = new URL(PAYMENT_URL);
  url.searchParams.set('prefilled_email', payer.email);
  url.searchParams.set('client_reference_id', paymentReference(payer.accountId));
  url.searchParams.set('locale', pageLanguage(payer.language));
  return url.href;
}

/**
 * Creates a page on which an account buys credit with crypto. The payer's return from it credits nothing:
 * webhooks do.
 * @param order.amountMicro without tax, in whole cents
 * @param order.orderId the same order id always means the same checkout
 * @throws CheckoutError
 */
export async function cryptoPage(order: {
  accountId: string;
  amountMicro: bigint;
  orderId: string;
}): Promise<string> {
  const { APP_TITLE, COINBASE_API_KEY_ID, COINBASE_API_KEY_SECRET, COINBASE_BASE_URL } = config();
  const back = (result: string) => `${appUrl()}/balance?payment=${result}`;
  return createCheckout(
    {
      ...order,
      reference: paymentReference(order.accountId),
      description: APP_TITLE,
      successUrl: back('made'),
      failUrl: back('failed'),
    },
    { key: { id: COINBASE_API_KEY_ID!, secret: COINBASE_API_KEY_SECRET! }, baseUrl: COINBASE_BASE_URL },
  );
}
