import { exactDollars, formatPerMillion } from '#app/contracts/money.ts';
import type { PriceClass } from '#app/contracts/price.ts';

/** Classes that are sold by the token; all others by the unit. */
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

const LEAST_DECIMALS = 3;

/**
 * A rate as people read it: `$0.15` for a million tokens, `$0.040` for a unit, never rounded to zero.
 * @param pico pico-dollars for one token or unit
 */
export function rateAmount(name: PriceClass, pico: bigint): string {
  if (BY_TOKEN.has(name)) return pico > 0n && pico < 100n ? '<$0.0001' : formatPerMillion(pico);
  const [whole, fraction = ''] = exactDollars(pico).split('.');
  return `$${whole}.${fraction.padEnd(LEAST_DECIMALS, '0')}`;
}
