import type { ListedModel, ListedOffer, ModelBar, OfferBar } from '#app/contracts/catalogue/listing.ts';
import { makerName } from '#app/contracts/catalogue/makers.ts';
import { isUnverified } from '#app/contracts/models.ts';
import { dialectOf, providerName } from '#app/contracts/providers.ts';
import { SANDBOX_PROVIDERS } from '#app/contracts/catalogue/sandbox-providers.ts';
import { isServed } from '#app/contracts/catalogue/served-dialects.ts';
import type { CatalogueEntry, Offer, Snapshot } from '#app/core/catalogue/entry.ts';
import { retirementOf } from '#app/core/catalogue/find-model.ts';
import { barOf } from '#app/core/catalogue/offers/callable-offers.ts';
import { isOnOffer, successorOf } from '#app/core/catalogue/offers/offer.ts';
import { priceAt } from '#app/core/catalogue/offers/price-in-force.ts';
import { config } from '#app/core/platform/config.ts';
import { listRates } from './list-rates.ts';
import { orderedPrice } from './ordered-price.ts';

/** What bars an offer, the nearest to being callable first: what an operator can mend stands before what we cannot do. */
const NEAREST: readonly ModelBar[] = ['no_price', 'no_key', 'unconfirmed', 'switched_off', 'not_run'];

/**
 * A model as the catalogue shows it at a moment.
 * @returns null for one that is not shown: the operator switched it off, its id leads to a successor by now, or it is
 *   the sandbox's while that does not run
 */
export function listModel(snapshot: Snapshot, entry: CatalogueEntry, at: Date): ListedModel | null {
  const { id, maker, endpoint, supports } = entry;
  if (!entry.enabled || successorOf(snapshot, id, at) !== null) return null;
  const all = (snapshot.offers.get(id) ?? []).filter(({ provider }) => isShown(provider));
  if (all.length === 0 && (snapshot.offers.get(id) ?? []).length > 0) return null;
  const offers = inOrder(
    snapshot,
    id,
    all.map((offer) => listOffer(snapshot, offer, at)),
  );
  const bar = barOfModel(snapshot, entry, offers, at);
  const { name, description, capabilities, contextTokens, maxOutputTokens } = entry;
  const { knowledgeCutoff, releasedOn, featured } = entry;
  return {
    id,
    name,
    maker,
    makerName: makerName(maker),
    description,
    supports,
    capabilities,
    contextTokens,
    maxOutputTokens,
    knowledgeCutoff,
    releasedOn,
    featured,
    offers,
    bar,
    canChat: bar === null && endpoint !== null && offers.some(isPricedForWords),
    retires: retirementOf(snapshot, entry),
  };
}

function isShown(provider: string): boolean {
  return config().SANDBOX || !SANDBOX_PROVIDERS.some(({ id }) => id === provider);
}

/** Those that can be called stand first, in the order in which calls ask them; then the others, the cheapest first. */
function inOrder(snapshot: Snapshot, id: string, offers: readonly ListedOffer[]): ListedOffer[] {
  const asked = (snapshot.callable.get(id) ?? []).map((offer) => offer.id);
  const rank = (offer: ListedOffer) => (offer.bar === null ? asked.indexOf(offer.id) : asked.length);
  const price = ({ rates }: ListedOffer) => Number(orderedPrice(rates) ?? Number.POSITIVE_INFINITY);
  return offers.toSorted((a, b) => rank(a) - rank(b) || price(a) - price(b) || 0);
}

function listOffer(snapshot: Snapshot, offer: Offer, at: Date): ListedOffer {
  const price = priceAt(snapshot.prices.get(offer.id), at);
  const { id, provider, supports, contextTokens, maxOutputTokens, parameters, confidence } = offer;
  return {
    id,
    provider,
    name: providerName(provider),
    supports,
    contextTokens,
    maxOutputTokens,
    parameters,
    rates: price ? listRates(price, at) : {},
    bar: barOfOffer(offer, price !== undefined),
    confidence,
  };
}

function barOfOffer(offer: Offer, isPriced: boolean): OfferBar | null {
  const dialect = offer.dialect ?? dialectOf(offer.provider);
  if (!offer.enabled) return 'switched_off';
  if (dialect === null || !isServed(dialect, offer.supports)) return 'not_run';
  if (isUnverified(offer.confidence) && offer.confirmedAt === null) return 'unconfirmed';
  return barOf(offer) ?? (isPriced ? null : 'no_price');
}

function barOfModel(
  snapshot: Snapshot,
  entry: CatalogueEntry,
  offers: readonly ListedOffer[],
  at: Date,
): ModelBar | null {
  if (entry.shutdownOn !== null && entry.shutdownOn <= at.toISOString().slice(0, 10)) return 'retired';
  if (isOnOffer(snapshot, entry, at) && offers.some(({ bar }) => bar === null)) return null;
  return NEAREST.find((one) => offers.some(({ bar }) => bar === one)) ?? 'no_key';
}

function isPricedForWords({ bar, rates }: ListedOffer): boolean {
  return bar === null && rates.input !== undefined && rates.output !== undefined;
}
