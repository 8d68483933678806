import { isUnverified } from '#app/contracts/models.ts';
import { lowestRates, type Price } from '#app/contracts/price.ts';
import { config } from '#app/core/platform/config.ts';
import { isConfigured } from '#app/core/providers/credentials.ts';
import type { CatalogueEntry, DatedPrice, Offer } from '#app/core/catalogue/entry.ts';
import { priceAt } from './price-in-force.ts';

/** What stands between an offer and every call. */
export type Bar = 'switched_off' | 'unconfirmed' | 'no_key';

/**
 * The offers that can be called here: switched on, of a provider that is set up, and not known from unverified sources
 * alone unless an operator has confirmed it. The cheapest stand first, by the price of this moment; those
 * without a price last.
 * @returns model id to offers
 */
export function callableOffers(
  models: ReadonlyMap<string, CatalogueEntry>,
  offers: ReadonlyMap<string, readonly Offer[]>,
  prices: ReadonlyMap<string, readonly DatedPrice[]>,
): Map<string, Offer[]> {
  const now = new Date();
  const callable = new Map<string, Offer[]>();
  for (const [modelId, all] of offers) {
    if (!models.get(modelId)?.enabled) continue;
    const here = all
      .filter((offer) => barOf(offer) === null)
      .map((offer) => ({ offer, weight: weightOf(priceAt(prices.get(offer.id), now)) }))
      .sort((a, b) => a.weight - b.weight);
    if (here.length > 0)
      callable.set(
        modelId,
        here.map(({ offer }) => offer),
      );
  }
  return callable;
}

/** Why an offer cannot be called here, or null for one that can: `no_key` where its provider is not set up. */
export function barOf(offer: Offer): Bar | null {
  const { enabled, confidence, confirmedAt } = offer;
  if (!enabled) return 'switched_off';
  if (isUnverified(confidence) && confirmedAt === null) return 'unconfirmed';
  return isConfigured(offer, config()) ? null : 'no_key';
}

/** Three tokens are read for one that is written, in most conversations; pictures and seconds are compared as such. */
function weightOf(price: Price | undefined): number {
  if (!price) return Number.POSITIVE_INFINITY;
  const { input = 0n, output, image, firstMegapixel, megapixel, second } = lowestRates(price);
  return Number((image ?? firstMegapixel ?? megapixel ?? second ?? output ?? 0n) + 3n * input);
}
