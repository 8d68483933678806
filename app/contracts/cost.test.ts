import { describe, expect, it } from 'vitest';
import { SEED_MODELS } from '#db/seed/data/models.ts';
import { rulesOf } from '#db/seed/seed-model.ts';
import { media, NOON, PUBLISHED_EXAMPLES, square, tokens } from '#tests/fixtures/published-prices.ts';
import { costOf } from './cost.ts';
import { readRules, writeRules, type Price } from './price.ts';

/** The price of an offer at a moment, from the seed. */
function priceOf(modelId: string, provider: string, at: Date): Price {
  const offer = SEED_MODELS.find(({ id }) => id === modelId)?.offers.find((one) => one.provider === provider);
  const price = offer?.prices.findLast(
    ({ from, until }) => (!from || new Date(from) <= at) && (!until || at < new Date(until)),
  );
  if (!price) throw new Error(`no price of ${modelId} at ${provider}`);
  return { rules: rulesOf(price) };
}

describe('costOf', () => {
  it.each(PUBLISHED_EXAMPLES)('%s (%s at %s)', (_what, model, provider, usage, at, micro) => {
    const moment = new Date(at);
    const cost = costOf(usage, priceOf(model, provider, moment), moment);
    expect(cost.micro).toBe(micro);
    expect(cost.lines.reduce((sum, { count, ratePico }) => sum + BigInt(count) * ratePico, 0n)).toBe(
      cost.pico,
    );
  });

  it('has a line for each class, with the rate and the index of its rule', () => {
    const at = new Date(NOON);
    const usage = tokens(300_000, 10, { cachedTokens: 1 });
    expect(costOf(usage, priceOf('x-ai/grok-4.6', 'xai', at), at).lines).toEqual([
      { class: 'input', count: 299_999, ratePico: 4_000_000n, rule: 1, pico: 1_199_996_000_000n },
      { class: 'cachedInput', count: 1, ratePico: 500_000n, rule: 0, pico: 500_000n },
      { class: 'output', count: 10, ratePico: 6_000_000n, rule: 0, pico: 60_000_000n },
    ]);
  });

  it('adds a fee for each call', () => {
    const price: Price = {
      rules: [{ rates: { input: 1_000_000n, output: 1_000_000n, request: 5_000_000_000n } }],
    };
    expect(costOf(tokens(1, 1), price, new Date(NOON)).micro).toBe(5002n);
  });

  it('limits each part to the size of the whole', () => {
    const price: Price = { rules: [{ rates: { input: 2_000_000n, cachedInput: 1_000_000n, output: 0n } }] };
    const usage = tokens(10, 0, { cachedTokens: 50, cacheWriteTokens: 50, imageTokens: 50 });
    expect(costOf(usage, price, new Date(NOON)).micro).toBe(10n);
  });

  it.each([
    ['an answer', tokens(1, 1), { input: 1n }],
    ['a prompt', tokens(1, 1), { output: 1n }],
    ['a picture', media({ images: [square(1)] }), { input: 1n, output: 1n }],
    ['a second', media({ seconds: 1 }), { image: 1n }],
  ])('refuses %s without a rate: an unknown price is never zero', (_what, usage, rates) => {
    expect(() => costOf(usage, { rules: [{ rates }] }, new Date(NOON))).toThrow(/not known/);
  });

  it('refuses a resolution that has no price', () => {
    const at = new Date(NOON);
    const usage = media({ seconds: 5, resolution: '8k' });
    expect(() => costOf(usage, priceOf('google/veo-3.1', 'google', at), at)).toThrow(/not known/);
  });
});

describe('stored tariff rules', () => {
  it('are read as they were written, beyond the number range of JSON', () => {
    const rules = [
      { rates: { input: 2n ** 60n } },
      { when: { hours: [[1, 4]] as const }, rates: { output: 3n } },
    ];
    expect(readRules(writeRules(rules))).toEqual(rules);
    expect(() => readRules('[{"rates":{"input":"much"}}]')).toThrow(SyntaxError);
  });
});
