import { exactDollars, formatPerMillion } from '#app/contracts/money.ts';
import type { PriceClass } from '#app/contracts/price.ts';

/** Classes that are priced per token; all others are priced per unit. */
const BY_TOKEN: ReadonlySet<PriceClass> = new Set([
  'input',
  'cachedInput',
  'cacheWrite',
  'cacheWriteLong',
  'imageInput',
  'cachedImageInput',
  'audioInput',
  'output',
  'imageOutput',
]);

const MIN_DECIMALS = 3;

/** Price classes of an output, in order: the first one that a price has is the one by which it is sold. */
const SOLD_BY = ['image', 'firstMegapixel', 'megapixel', 'second', 'imageOutput', 'output'] as const;

/** Returns the class by which an answer is sold, to show one rate for it; undefined without such a rate. */
export function soldBy(rates: Partial<Record<PriceClass, unknown>>): PriceClass | undefined {
  return SOLD_BY.find((one) => rates[one] !== undefined);
}

/**
 * Formats a rate for display: `$0.15` per million tokens, `$0.040` per unit, never rounded to zero.
 * @param pico pico-dollars per token or unit
 */
export function rateAmount(name: PriceClass, pico: bigint): string {
  if (BY_TOKEN.has(name)) return pico > 0n && pico < 100n ? '<$0.0001' : formatPerMillion(pico);
  const [whole, fraction = ''] = exactDollars(pico).split('.');
  return `$${whole}.${fraction.padEnd(MIN_DECIMALS, '0')}`;
}
