import { z } from 'zod';

const names = z.array(z.string().min(1).max(40)).max(32).optional();
const price = z.number().min(0).optional();

/** The providers that may serve a call, and their order. */
export const providerPreferences = z
  .object({
    order: names.describe('These first, in this order.'),
    only: names.describe('No others than these.'),
    ignore: names.describe('None of these.'),
    allow_fallbacks: z
      .boolean()
      .describe(
        'false: nobody else when the first cannot answer, and nobody who is not in `order` where one is given.',
      )
      .optional(),
    sort: z.enum(['price', 'throughput', 'latency']).describe('The best by this first.').optional(),
    max_price: z
      .object({ prompt: price, completion: price })
      .strict()
      .describe('Dollars per million tokens.')
      .optional(),
    require_parameters: z
      .boolean()
      .describe('true: only providers that take every parameter of the call.')
      .optional(),
    resume: z
      .boolean()
      .describe(
        'false: nobody goes on with an answer that its provider has broken off. It ends there, as failed.',
      )
      .optional(),
  })
  .strict();

export type ProviderPreferences = z.output<typeof providerPreferences>;
