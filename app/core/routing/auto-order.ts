import type { ProviderPreferences } from '#app/contracts/openai/provider-preferences.ts';
import type { KnownHealth } from './health/known-health.ts';
import { isAside, orderOffers } from './order-offers.ts';
import type { RoutedOffer } from './route.ts';

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
