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

/** Max offers to try: the hold must cover each of them. */
const MAX_TRIED = 4;

/** Max offers of one provider: its outage must not affect all of them. */
const MAX_PER_PROVIDER = 2;

interface AutoOrderOptions {
  sort: ProviderPreferences['sort'];
  health: KnownHealth;
  at: Date;
}

/**
 * The offers of one model, the best first. Without `sort` it is a draw in which an offer's chance to come
 * first is the inverse square of its price: an offer at half the price is called four times as often, and a
 * free one before all others. Failing offers come last, whatever the sort.
 */
export function orderOffers(offers: readonly RoutedOffer[], options: OrderOptions): RoutedOffer[] {
  const { health, at } = options;
  const placed = offers.map((offer) => ({
    offer,
    place: rankOf(offer, options),
    price: priceOf(offer, at),
  }));
  placed.sort((a, b) => a.place - b.place || a.price - b.price);
  return healthyFirst(
    placed.map(({ offer }) => offer),
    health,
    at,
  );
}

/** The same order, but offers whose breaker is open, or that requested a pause, come after all others. */
export function healthyFirst<One extends { id: string }>(
  offers: readonly One[],
  health: KnownHealth,
  at: Date,
): One[] {
  const isLast = ({ id }: One) => isAside(health.get(id), at);
  return [...offers.filter((offer) => !isLast(offer)), ...offers.filter(isLast)];
}

/** Returns true for an offer whose breaker is open, or that requested a pause. */
export function isAside(health: OfferHealth | undefined, at: Date): boolean {
  return readinessOf(health, at.getTime()) === 'aside';
}

/** Sort key: the smaller, the earlier. Unmeasured offers come after measured ones. */
function rankOf(offer: RoutedOffer, { sort, health, at, random }: OrderOptions): number {
  const measured = health.get(offer.id);
  switch (sort) {
    case 'price':
      return priceOf(offer, at);
    case 'latency':
      return measured?.firstWordMs ?? Number.MAX_VALUE;
    case 'throughput':
      return -(measured?.tokensPerSecond ?? 0);
    case undefined:
      // The minimum of exponential times with rates of 1 / price²: the chance of each to be first is its
      // rate.
      return -Math.log(1 - random()) * priceOf(offer, at) ** 2;
  }
}

/** Pico-dollars per token of a typical conversation, with three input tokens for each output token. */
function priceOf({ price, promptTokens }: RoutedOffer, at: Date): number {
  const rates = new AppliedRates(price, { promptTokens, at });
  const { input, output } = { input: rates.of('input'), output: rates.of('output') };
  return (3 * Number(input?.ratePico ?? 0n) + Number(output?.ratePico ?? 0n)) / 4;
}

/**
 * The order in which `parlance/auto` tries the offers that can answer a call. The first of these rules that
 * separates two offers decides, without any randomness:
 * 1. a working offer comes before a failing one;
 * 2. one that accepts every parameter of the call before one that would leave some out;
 * 3. a model that the operator features before others, unless the caller sets `sort`;
 * 4. the caller's `sort`, else the cheaper one, with three input tokens for each output token;
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
  // The sort below is stable: it keeps this order among equal ranks.
  const byRate = orderOffers(offers, { sort: sort ?? 'price', health, at, random: () => 0 });
  return byRate.toSorted((a, b) => place(a) - place(b));
}

/** The first offers, which are tried: at most four, and at most two of one provider. */
export function shortlist(ordered: readonly RoutedOffer[]): RoutedOffer[] {
  const tried: RoutedOffer[] = [];
  for (const offer of ordered) {
    const ofProvider = tried.filter(({ provider }) => provider === offer.provider).length;
    if (tried.length < MAX_TRIED && ofProvider < MAX_PER_PROVIDER) tried.push(offer);
  }
  return tried;
}
