import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import { cardCredit } from '#app/contracts/payments/fees.ts';
import { toCheckoutError } from '#app/core/payments/errors.ts';
import { createHostedPage } from './hosted-page.ts';

const MICRO_PER_CENT = 10_000n;

/** A payment by card: the amount, the payer's reference, and the return URLs. */
interface CardOrder {
  /** Without tax, in whole cents. */
  amountMicro: bigint;
  accountId: string;
  /** Our signed reference of the account. */
  reference: string;
  email: string;
  /** Code of the page's language at Stripe. */
  language: string;
  /** The same order id always means the same page, as long as nothing else of the order changes. */
  orderId: string;
  /** Names of the two lines of the page in the payer's language. */
  names: { credit: string; fee: string };
  successUrl: string;
  cancelUrl: string;
}

/**
 * Creates a page of Stripe that accepts one payment of a fixed amount, with the credit and the fee as its
 * lines.
 * @param isTaxed whether Stripe computes a tax and adds it to the amount
 * @returns the page's URL
 * @throws CheckoutError
 */
export async function createCardCheckout(order: CardOrder, isTaxed: boolean): Promise<string> {
  const params = paramsOf(order, isTaxed);
  try {
    return await createHostedPage(params, idempotencyKey(order, params));
  } catch (error) {
    throw toCheckoutError(error);
  }
}

/**
 * The payment has only the account's id as metadata, not our reference: its session reports the payment with
 * the tax, and an event of the payment alone would credit the tax.
 */
function paramsOf(order: CardOrder, isTaxed: boolean): Stripe.Checkout.SessionCreateParams {
  const { amountMicro, accountId, reference, email, language, orderId, names } = order;
  const cents = amountMicro / MICRO_PER_CENT;
  const creditCents = cardCredit(amountMicro) / MICRO_PER_CENT;
  const metadata = { account: accountId, order: orderId };
  return {
    mode: 'payment',
    client_reference_id: reference,
    customer_email: email,
    line_items: [
      lineOf(names.credit, creditCents, isTaxed),
      // The credit is rounded down to cents: the lines add up to the amount.
      lineOf(names.fee, cents - creditCents, isTaxed),
    ],
    ...(isTaxed && { automatic_tax: { enabled: true } }),
    metadata,
    payment_intent_data: { metadata },
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    locale: language,
  };
}

function lineOf(name: string, cents: bigint, isTaxed: boolean): Stripe.Checkout.SessionCreateParams.LineItem {
  return {
    quantity: 1,
    price_data: {
      currency: 'usd',
      unit_amount: Number(cents),
      product_data: { name },
      ...(isTaxed && { tax_behavior: 'exclusive' }),
    },
  };
}

/** A key of the order and of everything that Stripe compares: a changed order is another page. */
function idempotencyKey({ orderId }: CardOrder, params: object): string {
  return `pay-${orderId}-${createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 32)}`;
}
