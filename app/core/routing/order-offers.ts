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
