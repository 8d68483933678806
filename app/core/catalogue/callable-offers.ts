import { KEYED_ENDPOINTS } from '#app/contracts/endpoints/own-keys.ts';
import { isUnverified } from '#app/contracts/models.ts';
import { lowestRates, type Price } from '#app/contracts/price.ts';
import { priceAt, type CatalogueEntry, type DatedPrice, type Offer } from './entry.ts';
import { config } from '#app/core/platform/config.ts';
import { isConfigured, hasAdapter } from '#app/core/providers/credentials.ts';
import { providersOfKey } from '#app/core/providers/key-credentials.ts';

/** The reason why an offer can never be called. */
export type Bar = 'switched_off' | 'unconfirmed' | 'no_key';

/**
 * The wanted offers of enabled models, the cheapest first by their current prices; those without a price come
 * last.
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
 * The reason why an offer cannot be called on the operator's key, or null for one that can: switched on, of a
 * provider that is set up (else `no_key`), and either verified or confirmed by an operator.
 */
export function barOf(offer: Offer): Bar | null {
  return ownBarOf(offer) ?? (isConfigured(offer, config()) ? null : 'no_key');
}

/** Returns whether a user's own key can open an offer. */
export function isOpenedByKeys(offer: Offer): boolean {
  const opens = KEYED_ENDPOINTS.some((one) => providersOfKey(one, config()).includes(offer.provider));
  return opens && ownBarOf(offer) === null && hasAdapter(offer);
}

/** The reason why an offer cannot be called with any key. */
function ownBarOf({ enabled, confidence, confirmedAt }: Offer): Bar | null {
  if (!enabled) return 'switched_off';
  return isUnverified(confidence) && confirmedAt === null ? 'unconfirmed' : null;
}

/** Most conversations read three tokens for each written one; images and seconds compare by their rate. */
function weightOf(price: Price | undefined): number {
  if (!price) return Number.POSITIVE_INFINITY;
  const { input = 0n, output, image, firstMegapixel, megapixel, second } = lowestRates(price);
  return Number((image ?? firstMegapixel ?? megapixel ?? second ?? output ?? 0n) + 3n * input);
}
