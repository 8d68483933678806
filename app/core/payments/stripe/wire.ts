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
const seconds = z.number().int().min(0).max(4e9);

/** The part of Stripe's events, API version 2026-10-28, that we read. What else stands in them is passed over. */
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
  // A payer may write anything into the page's address: what cannot be ours is as good as nothing.
  client_reference_id: z.string().max(200).nullish().catch(null),
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
  metadata: z.object({ reference: z.string().max(200).nullish().catch(null) }).nullish(),
});

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
