import type { TopUpFailure } from '#app/contracts/payments/top-up.ts';
import type { PaymentEvent } from '../payment-event.ts';
import { paymentReference } from '../reference.ts';
import { callStripe } from '../stripe/call-stripe.ts';
import { readAnsweredIntent } from '../stripe/read-event.ts';
import { stripeAnsweredIntent } from '../stripe/wire.ts';
import type { TopUp } from './top-up.ts';

/** What Stripe knows of a top-up's payment. */
export type TopUpPayment =
  | { standing: 'paid'; event: PaymentEvent }
  | { standing: 'failed'; paymentId: string | null; problem: TopUpFailure }
  | { standing: 'waiting' };

const MICRO_PER_CENT = 10_000n;
/** Clocks differ. */
const SKEW_S = 300;
/** More payments of one customer than top-ups of a day. */
const MOST_LISTED = 100;

/**
 * Has a top-up's card charged. All that is sent is of its row, and so is the idempotency key: the same top-up again is the
 * same payment.
 * @throws StripeError where it is not known what was done, or nothing can be
 */
export function askForPayment({
  id,
  accountId,
  amountMicro,
  customerId,
  cardId,
}: TopUp): Promise<TopUpPayment> {
  const params = {
    amount: Number(amountMicro / MICRO_PER_CENT),
    currency: 'usd',
    customer: customerId!,
    payment_method: cardId!,
    payment_method_types: ['card'],
    off_session: true,
    confirm: true,
    metadata: { reference: paymentReference(accountId), top_up: id },
  };
  return callStripe(async (stripe) =>
    readPayment(await stripe.paymentIntents.create(params, { idempotencyKey: `top-up-${id}` })),
  );
}

/**
 * Looks a top-up's payment up among those of its customer.
 * @returns null where there is none
 * @throws StripeError
 */
export function lookUpPayment({ id, customerId, createdAt }: TopUp): Promise<TopUpPayment | null> {
  const since = Math.floor(createdAt.getTime() / 1000) - SKEW_S;
  return callStripe(async (stripe) => {
    const { data } = await stripe.paymentIntents.list({
      customer: customerId!,
      created: { gte: since },
      limit: MOST_LISTED,
    });
    const ours = data.find(({ metadata }) => metadata?.['top_up'] === id);
    return ours ? readPayment(ours) : null;
  });
}

/** @throws ZodError for an answer that is not as Stripe's are */
export function readPayment(intent: unknown): TopUpPayment {
  const { id: paymentId, status, last_payment_error: error } = stripeAnsweredIntent.parse(intent);
  if (status === 'succeeded') return { standing: 'paid', event: readAnsweredIntent(intent) };
  if (status === 'requires_action') return { standing: 'failed', paymentId, problem: 'authentication' };
  if (status === 'requires_payment_method' || status === 'canceled')
    return { standing: 'failed', paymentId, problem: failureOf(error?.code ?? '') };
  return { standing: 'waiting' };
}

/** What the code of an error about a card means. */
export function failureOf(code: string): TopUpFailure {
  return code === 'authentication_required' ? 'authentication' : 'declined';
}
