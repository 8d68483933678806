import { describe, expect, it } from 'vitest';
import type { Capability, Modality, ParameterTable } from '#app/contracts/models.ts';
import type { ProviderPreferences } from '#app/contracts/openai/provider-preferences.ts';
import { chooseRoute } from './route-choice.ts';
import { UNKNOWN } from './health/offer-health.ts';
import { orderForAuto } from './offer-order.ts';
import type { CallNeeds, RoutedOffer } from './route.ts';

const AT = new Date('2026-11-21T12:00:00Z');

interface Made {
  provider?: string;
  /** Micro-dollars per token, for input and output. */
  price?: number;
  contextTokens?: number;
  maxOutputTokens?: number;
  supports?: Modality[];
  capabilities?: Capability[];
  parameters?: ParameterTable;
  featured?: boolean;
}

/** An offer of its own model; its prompt has 100 tokens. */
function offer(id: string, made: Made = {}): RoutedOffer {
  const { provider = id, price = 1, capabilities = [], featured = false, ...rest } = made;
  const rate = BigInt(price * 1_000_000);
  return {
    id,
    provider,
    model: { id: `maker/${id}`, capabilities, featured },
    price: { rules: [{ rates: { input: rate, output: rate } }] },
    contextTokens: 1000,
    maxOutputTokens: 500,
    supports: ['text-to-text'],
    parameters: {},
    promptTokens: 100,
    leftOut: [],
    ...rest,
  } as unknown as RoutedOffer;
}

interface Wish {
  needs?: Partial<CallNeeds>;
  preferences?: ProviderPreferences;
  /** Ids of offers whose breaker is open. */
  failing?: string[];
  /** Providers in our own network. */
  local?: string[];
}

/** The decision of `parlance/auto` on these offers: their order, and the reasons for those left out. */
function choose(offers: RoutedOffer[], { needs, preferences = {}, failing = [], local = [] }: Wish = {}) {
  const later = AT.getTime() + 1000;
  const health = new Map(failing.map((id) => [id, { ...UNKNOWN, openedAt: 1, openUntil: later }]));
  const route = chooseRoute({
    groups: [{ isAuto: true, offers }],
    preferences,
    needs: { modalities: ['text-to-text'], capabilities: [], parameters: [], ...needs },
    at: AT,
    order: (all) => orderForAuto(all, { sort: preferences.sort, health, at: AT }),
    isUnhealthy: ({ id }) => failing.includes(id),
    isPublic: ({ provider }) => !local.includes(provider),
    addressOf: () => null,
  });
  const dropped = route.dropped.map(({ provider, reason, detail }) => [provider, reason, detail ?? '']);
  return { asked: route.offers.map(({ id }) => id), dropped, unhealthy: route.unhealthy };
}

describe('parlance/auto', () => {
  it('tries the cheapest first, and among equals the operator’s first', () => {
    const offers = [offer('c', { price: 3 }), offer('b'), offer('a'), offer('d', { price: 2 })];
    for (let time = 0; time < 20; time += 1) expect(choose(offers).asked).toEqual(['b', 'a', 'd', 'c']);
  });

  it('prefers a featured model to a cheaper one, unless the caller sets sort', () => {
    const offers = [offer('a'), offer('star', { price: 9, featured: true }), offer('b', { price: 2 })];
    expect(choose(offers).asked).toEqual(['star', 'a', 'b']);
    expect(choose(offers, { preferences: { sort: 'price' } }).asked).toEqual(['a', 'b', 'star']);
  });

  it('tries only offers that meet the requirements, and names what the others lack', () => {
    const offers = [
      offer('blind'),
      offer('plain', { supports: ['text-to-text', 'image-to-text'] }),
      offer('able', {
        supports: ['text-to-text', 'image-to-text'],
        capabilities: ['tools', 'reasoning', 'json_object'],
      }),
      offer('half', { supports: ['text-to-text', 'image-to-text'], capabilities: ['tools'] }),
    ];
    const { asked, dropped } = choose(offers, {
      needs: {
        modalities: ['text-to-text', 'image-to-text'],
        capabilities: ['tools'],
        preferred: { capabilities: ['reasoning', 'json_object'], outputTokens: 10 },
      },
    });
    expect(asked).toEqual(['able']);
    expect(dropped).toEqual([
      ['blind', 'modality', 'image-to-text'],
      ['plain', 'capability', 'tools'],
      ['half', 'capability', 'reasoning, json_object'],
    ]);
  });

  it('leaves room for the prompt and the wanted answer', () => {
    const offers = [
      offer('tight', { contextTokens: 599 }),
      offer('brief', { maxOutputTokens: 499 }),
      offer('fits', { contextTokens: 600, price: 9 }),
    ];
    const { asked, dropped } = choose(offers, {
      needs: { preferred: { capabilities: [], outputTokens: 500 } },
    });
    expect(asked).toEqual(['fits']);
    expect(dropped).toEqual([
      ['tight', 'context_too_small', ''],
      ['brief', 'output_too_short', ''],
    ]);
  });

  it('puts failing offers and those that would leave out a parameter last', () => {
    const offers = [
      offer('failing', { price: 1, featured: true }),
      offer('stiff', { price: 2, featured: true, parameters: { temperature: false } }),
      offer('well', { price: 3 }),
    ];
    const wish = { needs: { parameters: ['temperature'] }, failing: ['failing'] };
    expect(choose(offers, wish)).toMatchObject({
      asked: ['well', 'stiff', 'failing'],
      unhealthy: ['failing'],
    });
  });

  it('tries at most four offers, two per provider, and gives a reason for the others', () => {
    const offers = [
      offer('a1', { provider: 'a' }),
      offer('a2', { provider: 'a', price: 2 }),
      offer('a3', { provider: 'a', price: 3 }),
      offer('b1', { provider: 'b', price: 4 }),
      offer('c1', { provider: 'c', price: 5 }),
      offer('d1', { provider: 'd', price: 6 }),
      offer('e1', { provider: 'e', price: 1 }),
    ];
    const { asked, dropped } = choose(offers, { failing: ['e1'] });
    expect(asked).toEqual(['a1', 'a2', 'b1', 'c1']);
    expect(dropped).toEqual([
      ['a', 'outranked', ''],
      ['d', 'outranked', ''],
      ['e', 'unhealthy', ''],
    ]);
  });

  it('follows every provider preference', () => {
    const offers = [offer('a'), offer('b', { price: 2 }), offer('c', { price: 3 }), offer('d', { price: 4 })];
    expect(choose(offers, { preferences: { order: ['c'] } }).asked).toEqual(['c', 'a', 'b', 'd']);
    const { asked, dropped } = choose(offers, {
      preferences: { only: ['b', 'c', 'd'], ignore: ['b'], max_price: { completion: 3 } },
    });
    expect(asked).toEqual(['c']);
    expect(dropped.map(([, reason]) => reason)).toEqual(['not_in_only', 'ignored', 'max_price']);
    const alone = choose(offers, { preferences: { allow_fallbacks: false } });
    expect(alone.asked).toEqual(['a']);
    expect(new Set(alone.dropped.map(([, reason]) => reason))).toEqual(new Set(['fallbacks_off']));
  });

  it('lets no provider in our own network fetch an image', () => {
    const offers = [offer('ollama'), offer('maker', { price: 9 })];
    const local = ['ollama'];
    const needs = { imageAddress: 'messages[0].content[0].image_url.url' };
    expect(choose(offers, { local }).asked).toEqual(['ollama', 'maker']);
    expect(choose(offers, { local, needs })).toMatchObject({
      asked: ['maker'],
      dropped: [['ollama', 'picture_address', '']],
    });
  });

  it('sends no video to a provider with a smaller size limit', () => {
    const offers = [offer('alibaba'), offer('google', { price: 9 })];
    const video = (bytes: number) => ({ largestVideo: { bytes, field: 'messages[0].content[0]' } });
    expect(choose(offers, { needs: video(7_000_000) }).asked).toEqual(['alibaba', 'google']);
    expect(choose(offers, { needs: video(8_000_000) })).toMatchObject({
      asked: ['google'],
      dropped: [['alibaba', 'video_size', '']],
    });
  });

  it('never tries an offer without a price for output', () => {
    const free = { ...offer('x'), price: { rules: [{ rates: { input: 1n } }] } } as unknown as RoutedOffer;
    expect(choose([free, offer('a')])).toMatchObject({ asked: ['a'], dropped: [['x', 'no_price', '']] });
  });
});
