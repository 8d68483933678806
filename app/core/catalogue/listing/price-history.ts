import type { DatedPrice } from '#app/core/catalogue/entry.ts';
import { priceAt } from '#app/core/catalogue/offers/price-in-force.ts';
import { readSnapshot } from '#app/core/catalogue/snapshot.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** All prices of an offer, the newest first, and the one in force. */
export interface OfferPrices {
  all: readonly DatedPrice[];
  now: DatedPrice | undefined;
}

/** The prices of offers, those to come among them, by the offers' ids. */
export async function readPrices(
  offers: readonly { id: string }[],
  at: Date,
): Promise<Map<string, OfferPrices>> {
  const { prices } = await readSnapshot(AUTOCOMMIT);
  return new Map(
    offers.map(({ id }) => [id, { all: prices.get(id) ?? [], now: priceAt(prices.get(id), at) }]),
  );
}
