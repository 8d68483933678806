import { z } from 'zod';

/** Exact dollars per token or unit, keyed by class. A class without a price is absent: it is never zero. */
export const wireRates = z.record(z.string(), z.string()).meta({
  title: 'Rates',
  description: 'Exact dollars for one token or unit, by class. A class without a price is absent.',
  examples: [{ prompt: '0.00000015', completion: '0.0000006' }],
});
export type WireRates = z.output<typeof wireRates>;

/** One rule of a tariff; each that applies overrides those before it. */
export const wireRule = z
  .object({
    when: z
      .object({
        prompt_tokens_above: z.int().optional(),
        hours: z
          .array(z.tuple([z.int(), z.int()]).readonly())
          .readonly()
          .describe('Spans of hours in UTC, [from, until), by the time at which the request was accepted.')
          .optional(),
        weekdays: z.array(z.int()).readonly().describe('Days in UTC; 0 is Sunday.').optional(),
        resolution: z.array(z.string()).readonly().optional(),
        quality: z.array(z.string()).readonly().optional(),
        input: z.enum(['image', 'video']).optional(),
      })
      .describe('When the rule applies; every listed condition must be met.')
      .optional(),
    rates: wireRates,
  })
  .meta({ title: 'PriceRule' });
export type WireRule = z.output<typeof wireRule>;

/** A tariff with all its conditions, enough to compute a charge by hand. */
export const tariff = z
  .array(wireRule)
  .describe('All rules of the price. Each rule that applies to a request overrides the rates before it.');

export const confidence = z
  .enum(['A', 'B', 'C', 'D'])
  .describe(
    'A: the provider’s own page. B: a registry of prices. C and D: unverified until an administrator confirms it.',
  );
