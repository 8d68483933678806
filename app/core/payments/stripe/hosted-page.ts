import type { Stripe } from 'stripe';
import { parseUrl } from '#app/contracts/text/parse-url.ts';
import { StripeError } from '#app/core/payments/errors.ts';
import { config } from '#app/core/platform/config.ts';
import { callStripe } from './client.ts';
import { stripePage } from './wire.ts';

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

/**
 * Creates a Checkout Session, a page of Stripe.
 * @param params the same under the same key, or Stripe refuses the repetition
 * @returns the page's URL
 * @throws StripeError
 */
export async function createHostedPage(
  params: Stripe.Checkout.SessionCreateParams,
  idempotencyKey: string,
): Promise<string> {
  const { url } = await callStripe(async (stripe) =>
    stripePage.parse(await stripe.checkout.sessions.create(params, { idempotencyKey })),
  );
  const page = parseUrl(url);
  // The page must be as safe as the service itself.
  const isSafe =
    page?.protocol === 'https:' ||
    (page?.protocol === 'http:' && config().STRIPE_BASE_URL.startsWith('http:'));
  if (!isSafe) throw new StripeError('unreachable', 'no_page');
  return page.href;
}
