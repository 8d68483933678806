import type { ProviderPreferences } from '#app/contracts/openai/provider-preferences.ts';
import { AppliedRates } from '#app/contracts/price.ts';
import type { KnownHealth } from './health/known-health.ts';
import { readinessOf, type OfferHealth } from './health/offer-health.ts';
import type { RoutedOffer } from './route.ts';

interface OrderOptions {
  sort: ProviderPreferences['sort'];
  health: KnownHealth;
  at: Date;
  /** From 0 to 1, never 1. */
  random(): number;
}

/** Each that may be tried is paid for in the hold, so they are few. */
const MOST_TRIED = 4;

/** One provider's outage must not take them all. */
const MOST_OF_A_PROVIDER = 2;

interface AutoOrderOptions {
  sort: ProviderPreferences['sort'];
  health: KnownHealth;
  at: Date;
}

/**
 * The offers of one model, the best first. Without a wish it is a draw in which an offer's chance to stand before the
 * others is the inverse square of its price: one at half the price is asked four times as often, and a free one
 * before all. Offers that fail just now stand last, whatever the wish.
 */
export function orderOffers(offers: readonly RoutedOffer[], options: OrderOptions): RoutedOffer[] {
  const { health, at } = options;
  const placed = offers.map((offer) => ({
    offer,
    place: placeOf(offer, options),
    price: priceOf(offer, at),
  }));
  placed.sort((a, b) => a.place - b.place || a.price - b.price);
  return healthyFirst(
    placed.map(({ offer }) => offer),
    health,
    at,
  );
}

/** The same order, but offers whose breaker is open, or that asked for a pause, come after all others. */
export function healthyFirst<One extends { id: string }>(
  offers: readonly One[],
  health: KnownHealth,
  at: Date,
): One[] {
  const isLast = ({ id }: One) => isAside(health.get(id), at);
  return [...offers.filter((offer) => !isLast(offer)), ...offers.filter(isLast)];
}

/** True for an offer whose breaker is open, or that asked for a pause. */
export function isAside(health: OfferHealth | undefined, at: Date): boolean {
  return readinessOf(health, at.getTime()) === 'aside';
}

/** The smaller, the further in front. What has not been measured stands behind what has. */
function placeOf(offer: RoutedOffer, { sort, health, at, random }: OrderOptions): number {
  const measured = health.get(offer.id);
  switch (sort) {
    case 'price':
      return priceOf(offer, at);
    case 'latency':
      return measured?.firstWordMs ?? Number.MAX_VALUE;
    case 'throughput':
      return -(measured?.tokensPerSecond ?? 0);
    case undefined:
      // The least of exponential times with rates of 1 / price²: each is first with the chance of its rate.
      return -Math.log(1 - random()) * priceOf(offer, at) ** 2;
  }
}

/** Pico-dollars for a token of a usual conversation, which reads three for each that it writes. */
function priceOf({ price, promptTokens }: RoutedOffer, at: Date): number {
  const rates = new AppliedRates(price, { promptTokens, at });
  const { input, output } = { input: rates.of('input'), output: rates.of('output') };
  return (3 * Number(input?.ratePico ?? 0n) + Number(output?.ratePico ?? 0n)) / 4;
}

/**
 * The order in which `parlance/auto` asks whoever can do what a call needs. The first of these that tells two offers
 * apart decides, and nothing is drawn by lot:
 * 1. one that works comes before one that fails just now;
 * 2. one that takes every parameter of the call before one that would leave some out;
 * 3. a model that the operator features before others, unless the caller wishes to `sort`;
 * 4. the caller's `sort`, else the cheaper, three tokens read for one that is written;
 * 5. the operator's order of models.
 */
export function orderForAuto(
  offers: readonly RoutedOffer[],
  { sort, health, at }: AutoOrderOptions,
): RoutedOffer[] {
  const place = ({ id, leftOut, model }: RoutedOffer) =>
    (isAside(health.get(id), at) ? 4 : 0) +
    (leftOut.length > 0 ? 2 : 0) +
    (sort === undefined && !model.featured ? 1 : 0);
  // The sort below keeps this order where the places are equal.
  const byRate = orderOffers(offers, { sort: sort ?? 'price', health, at, random: () => 0 });
  return byRate.toSorted((a, b) => place(a) - place(b));
}

/** The first of them that are tried: at most four, and at most two of one provider. */
export function shortlist(ordered: readonly RoutedOffer[]): RoutedOffer[] {
  const tried: RoutedOffer[] = [];
  for (const offer of ordered) {
    const ofProvider = tried.filter(({ provider }) => provider === offer.provider).length;
    if (tried.length < MOST_TRIED && ofProvider < MOST_OF_A_PROVIDER) tried.push(offer);
  }
  return tried;
}
