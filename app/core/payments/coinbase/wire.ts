import { z } from 'zod';
import { fromDecimal } from '../amounts.ts';

const id = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\w-]+$/);
const currency = z
  .string()
  .regex(/^[A-Za-z]{3,8}$/)
  .transform((code) => code.toLowerCase());
const amount = z
  .string()
  .max(40)
  .transform((text, context): bigint => {
    const micro = fromDecimal(text);
    if (micro !== null) return micro;
    context.addIssue({ code: 'custom', message: 'is no amount' });
    return z.NEVER;
  });

/** The part of a checkout that we read, as Coinbase Business tells it when something happens to it. */
export const coinbaseEvent = z.object({
  id,
  eventType: z
    .string()
    .max(80)
    .regex(/^[\w.]+$/),
  metadata: z
    .object({ reference: z.string().max(200).nullish().catch(null) })
    .nullish()
    .catch(null),
  settlement: z.object({ totalAmount: amount, netAmount: amount, currency }).nullish(),
  refunds: z
    .array(z.object({ id, amount, currency, status: z.string().max(40) }))
    .max(200)
    .nullish(),
  updatedAt: z.iso.datetime({ offset: true }).nullish().catch(null),
});
