import { KEYED_ENDPOINTS } from '#app/contracts/endpoints/own-keys.ts';
import { isUnverified } from '#app/contracts/models.ts';
import { lowestRates, type Price } from '#app/contracts/price.ts';
import { priceAt, type CatalogueEntry, type DatedPrice, type Offer } from './entry.ts';
import { config } from '#app/core/platform/config.ts';
import { isConfigured, isSpoken } from '#app/core/providers/credentials.ts';
import { providersOfKey } from '#app/core/providers/key-credentials.ts';

/** What stands between an offer and every call. */
export type Bar = 'switched_off' | 'unconfirmed' | 'no_key';

/**
 * The offers of enabled models that are wanted. The cheapest stand first, by the price of this moment; those without a
 * price last.
 * @returns model id to offers
 */
export function offersOf(
  models: ReadonlyMap<string, CatalogueEntry>,
  offers: ReadonlyMap<string, readonly Offer[]>,
  prices: ReadonlyMap<string, readonly DatedPrice[]>,
  isWanted: (offer: Offer) => boolean,
): Map<string, Offer[]> {
  const now = new Date();
  const callable = new Map<string, Offer[]>();
  for (const [modelId, all] of offers) {
    if (!models.get(modelId)?.enabled) continue;
    const here = all
      .filter(isWanted)
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

/**
 * Why an offer cannot be called on the operator's key, or null for one that can: switched on, of a provider that is set up
 * (else `no_key`), and not known from unverified sources alone unless an operator has confirmed it.
 */
export function barOf(offer: Offer): Bar | null {
  return ownBarOf(offer) ?? (isConfigured(offer, config()) ? null : 'no_key');
}

/** Whether the key of a person can open an offer. */
export function isOpenedByKeys(offer: Offer): boolean {
  const opens = KEYED_ENDPOINTS.some((one) => providersOfKey(one, config()).includes(offer.provider));
  return opens && ownBarOf(offer) === null && isSpoken(offer);
}

/** What bars an offer whoever has a key. */
function ownBarOf({ enabled, confidence, confirmedAt }: Offer): Bar | null {
  if (!enabled) return 'switched_off';
  return isUnverified(confidence) && confirmedAt === null ? 'unconfirmed' : null;
}

/** Three tokens are read for one that is written, in most conversations; pictures and seconds are compared as such. */
function weightOf(price: Price | undefined): number {
  if (!price) return Number.POSITIVE_INFINITY;
  const { input = 0n, output, image, firstMegapixel, megapixel, second } = lowestRates(price);
  return Number((image ?? firstMegapixel ?? megapixel ?? second ?? output ?? 0n) + 3n * input);
}
