import { describe, expect, it } from 'vitest';
import { createRandom } from '#tests/faults/random.ts';
import { UNKNOWN, type OfferHealth } from './health/offer-health.ts';
import { orderOffers } from './offer-order.ts';
import type { RoutedOffer } from './route.ts';

const AT = new Date('2026-11-21T12:00:00Z');

/** Offers with these prices in micro-dollars per token, for input and output. */
function offersAt(prices: Record<string, number>): RoutedOffer[] {
  return Object.entries(prices).map(([id, micro]) => {
    const rate = BigInt(micro * 1_000_000);
    const price = { rules: [{ rates: { input: rate, output: rate } }] };
    return { id, price, promptTokens: 100 } as unknown as RoutedOffer;
  });
}

interface Wish {
  sort?: 'price' | 'throughput' | 'latency';
  health?: Record<string, Partial<OfferHealth>>;
  random?: () => number;
}

function order(prices: Record<string, number>, { sort, health = {}, random = () => 0.5 }: Wish = {}) {
  const known = new Map(Object.entries(health).map(([id, facts]) => [id, { ...UNKNOWN, ...facts }]));
  return orderOffers(offersAt(prices), { sort, health: known, at: AT, random }).map(({ id }) => id);
}

/** Repeatable numbers from 0 to 1, never 1. */
function seeded(): () => number {
  const random = createRandom(7);
  return () => random.whole(0, 999_999) / 1_000_000;
}

const OPEN = { openedAt: AT.getTime() - 1, openUntil: AT.getTime() + 1000 };

describe('the order of offers', () => {
  it('is a draw by the inverse square of the price', () => {
    const random = seeded();
    const first = { a: 0, b: 0, c: 0 };
    const DRAWS = 20_000;
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const [winner] = order({ a: 1, b: 2, c: 4 }, { random });
      first[winner as keyof typeof first] += 1;
    }
    // Weights 1, 1/4 and 1/16.
    expect(first.a / DRAWS).toBeCloseTo(16 / 21, 1);
    expect(first.b / first.c).toBeGreaterThan(3.3);
    expect(first.b / first.c).toBeLessThan(4.8);
  });

  it('begins with free offers', () => {
    const random = seeded();
    for (let draw = 0; draw < 100; draw += 1)
      expect(order({ a: 0.001, free: 0 }, { random })[0]).toBe('free');
  });

  it('ends with failing offers, however cheap they are', () => {
    expect(order({ a: 0, b: 1, c: 2 }, { sort: 'price', health: { a: OPEN } })).toEqual(['b', 'c', 'a']);
    expect(order({ a: 0, b: 1 }, { health: { a: { asideUntil: AT.getTime() + 1 } } })).toEqual(['b', 'a']);
    expect(order({ a: 0, b: 1 }, { health: { a: { asideUntil: AT.getTime() } } })).toEqual(['a', 'b']);
  });

  it('follows sort by price, latency or throughput; unmeasured offers come last', () => {
    const health = {
      a: { firstWordMs: 300, tokensPerSecond: 90 },
      b: { firstWordMs: 100, tokensPerSecond: 30 },
    };
    const prices = { c: 1, a: 3, b: 2 };
    expect(order(prices, { sort: 'price', health })).toEqual(['c', 'b', 'a']);
    expect(order(prices, { sort: 'latency', health })).toEqual(['b', 'a', 'c']);
    expect(order(prices, { sort: 'throughput', health })).toEqual(['a', 'b', 'c']);
  });
});
