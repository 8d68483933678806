import { describe, expect, it } from 'vitest';
import type { Price } from '#app/contracts/price.ts';
import { toWirePricing, toWireTariff } from './wire-price.ts';

const NOON = new Date('2026-11-20T12:00:00Z');
const MIDNIGHT = new Date('2026-11-20T00:30:00Z');

const PRICE: Price = {
  rules: [
    { rates: { input: 2_500_000n, cachedInput: 250_000n, output: 10_000_000n } },
    { when: { hours: [[0, 8]] }, rates: { input: 1_250_000n } },
    { when: { promptTokensAbove: 200_000 }, rates: { input: 5_000_000n, output: 15_000_000n } },
  ],
};

describe('the price of a model in the public API', () => {
  it('has exact dollars per token, at the rates of a short call at that hour', () => {
    expect(toWirePricing(PRICE, NOON)).toEqual({
      prompt: '0.0000025',
      input_cache_read: '0.00000025',
      completion: '0.00001',
    });
    expect(toWirePricing(PRICE, MIDNIGHT)).toMatchObject({ prompt: '0.00000125' });
  });

  it('leaves out classes that the maker does not price', () => {
    expect(toWirePricing({ rules: [{ rates: { image: 40_000_000_000n } }] }, NOON)).toEqual({
      output_image: '0.04',
    });
    const byResolution = { rules: [{ when: { resolution: ['720p'] }, rates: { second: 1n } }] };
    expect(toWirePricing(byResolution, NOON)).toEqual({});
  });

  it('includes every rule with its condition', () => {
    expect(toWireTariff(PRICE)).toEqual([
      { rates: { prompt: '0.0000025', input_cache_read: '0.00000025', completion: '0.00001' } },
      { when: { hours: [[0, 8]] }, rates: { prompt: '0.00000125' } },
      { when: { prompt_tokens_above: 200_000 }, rates: { prompt: '0.000005', completion: '0.000015' } },
    ]);
  });
});
