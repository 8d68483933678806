import type { DatedPrice } from '#app/core/catalogue/entry.ts';

/**
 * The price of an offer at a moment: the newest row that has begun and has not ended. Undefined where there is
 * none; an unknown price is never zero.
 * @param prices of one offer, the newest first
 */
export function priceAt(prices: readonly DatedPrice[] | undefined, at: Date): DatedPrice | undefined {
  return prices?.find(
    ({ validFrom, validUntil }) => validFrom <= at && (validUntil === null || at < validUntil),
  );
}
