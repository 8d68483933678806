import { z } from 'zod';

const names = z.array(z.string().min(1).max(40)).max(32).optional();
const price = z.number().min(0).optional();

/** The providers that may serve a call, and their order. */
export const providerPreferences = z
  .object({
    order: names.describe('Try these first, in this order.'),
    only: names.describe('Use only these.'),
    ignore: names.describe('Never use these.'),
    allow_fallbacks: z
      .boolean()
      .describe('false: no other provider if the first can’t answer, and none outside `order` if you set it.')
      .optional(),
    sort: z
      .enum(['price', 'throughput', 'latency'])
      .describe('Try the best by this measure first.')
      .optional(),
    max_price: z
      .object({ prompt: price, completion: price })
      .strict()
      .describe('Dollars per million tokens.')
      .optional(),
    require_parameters: z
      .boolean()
      .describe('true: only providers that support every parameter of the request.')
      .optional(),
    resume: z
      .boolean()
      .describe(
        'false: no other provider continues a response that its provider has broken off. It ends there, as failed.',
      )
      .optional(),
  })
  .strict();

export type ProviderPreferences = z.output<typeof providerPreferences>;
