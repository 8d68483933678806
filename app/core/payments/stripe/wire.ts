import { z } from 'zod';

const id = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\w-]+$/);
const amount = z.number().int().min(0).max(1e12);
const currency = z
  .string()
  .regex(/^[A-Za-z]{3,8}$/)
  .transform((code) => code.toLowerCase());
const reference = z.string().max(200).nullish().catch(null);
const seconds = z.number().int().min(0).max(4e9);

/** The part of Stripe's events, API version 2026-10-28, that we read. Other fields are ignored. */
export const stripeEnvelope = z.object({
  id,
  object: z.literal('event'),
  type: z
    .string()
    .max(80)
    .regex(/^[\w.]+$/),
  created: seconds,
  livemode: z.boolean(),
  data: z.object({ object: z.object({ id: id.nullish().catch(null) }).loose() }),
});

export const stripeSession = z.object({
  id,
  mode: z.string(),
  payment_status: z.string(),
  payment_intent: id.nullish(),
  // A payer may write anything into the page's address: an impossible reference counts as missing.
  client_reference_id: reference,
  customer_details: z
    .object({ email: z.string().max(255).nullish().catch(null) })
    .nullish()
    .catch(null),
  amount_subtotal: amount.nullish(),
  amount_total: amount.nullish(),
  total_details: z.object({ amount_tax: amount.nullish() }).nullish(),
  currency: currency.nullish(),
});

export const stripeIntent = z.object({
  id,
  amount_received: amount,
  currency,
  metadata: z.object({ reference, top_up: z.string().max(40).nullish().catch(null) }).nullish(),
});

/** The same as the answer to our request. */
export const stripeIntentResponse = stripeIntent.extend({
  status: z.string(),
  created: seconds,
  livemode: z.boolean(),
  last_payment_error: z
    .object({ code: z.string().max(60).nullish().catch(null) })
    .nullish()
    .catch(null),
});

/** A page on which a payment is made or a card is saved. */
export const stripePage = z.object({ id, url: z.string().max(4000) });

/** The same after it was left, with the saved card. */
export const stripeSavedCard = z.object({
  id,
  mode: z.string(),
  status: z.string().nullish(),
  client_reference_id: reference,
  customer: id.nullish(),
  metadata: z.object({ round: z.coerce.number().int().min(0).catch(0) }).nullish(),
  setup_intent: z
    .object({
      status: z.string(),
      payment_method: z
        .object({
          id,
          customer: id.nullish(),
          card: z.object({ brand: z.string().max(40).regex(/^\w+$/), last4: z.string().regex(/^\d{4}$/) }),
        })
        .nullish(),
    })
    .nullish(),
});

export const stripeCustomer = z.object({ id });

export const stripeCharge = z.object({ payment_intent: id.nullish(), amount_refunded: amount, currency });

export const stripeRefund = z.object({
  id,
  payment_intent: id.nullish(),
  amount,
  currency,
  status: z.string().nullish(),
});

export const stripeDispute = z.object({
  id,
  payment_intent: id.nullish(),
  amount,
  currency,
  status: z.string(),
});
