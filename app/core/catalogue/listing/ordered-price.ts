import type { ListedRates } from '#app/contracts/catalogue/listing.ts';
import type { PriceClass } from '#app/contracts/price.ts';

/** The classes of the price that models are ordered by, and of how many units it is: as people read it. */
const ORDERED_BY: readonly (readonly [PriceClass, bigint])[] = [
  ['input', 1_000_000n],
  ['firstMegapixel', 1n],
  ['megapixel', 1n],
  ['image', 1n],
  ['second', 1n],
];

/** The price that offers are ordered by, in pico-dollars; null where none of its classes is sold. */
export function orderedPrice(rates: ListedRates): bigint | null {
  for (const [name, units] of ORDERED_BY) {
    const rate = rates[name];
    if (rate) return BigInt(rate.pico) * units;
  }
  return null;
}
