import { z } from 'zod';

const names = z.array(z.string().min(1).max(40)).max(32).optional();
const price = z.number().min(0).optional();

/** Which providers may serve a call, and in which order. */
export const providerPreferences = z
  .object({
    /** These first, in this order. */
    order: names,
    /** No others than these. */
    only: names,
    /** None of these. */
    ignore: names,
    /** false: nobody else when the first cannot answer, and nobody who is not in `order` where one is given. */
    allow_fallbacks: z.boolean().optional(),
    sort: z.enum(['price', 'throughput', 'latency']).optional(),
    /** Dollars per million tokens. */
    max_price: z.object({ prompt: price, completion: price }).strict().optional(),
    /** true: only providers that take every parameter of the call. */
    require_parameters: z.boolean().optional(),
  })
  .strict();

export type ProviderPreferences = z.output<typeof providerPreferences>;
