import { describe, expect, it } from 'vitest';
import {
  DEFAULT_SORT,
  type ListedModel,
  type ListedOffer,
  type ListingSort,
} from '#app/contracts/catalogue/listing.ts';
import type { Modality } from '#app/contracts/models.ts';
import type { PriceClass } from '#app/contracts/price.ts';
import { selectModels, type Selection } from './listing-selection.ts';

function offer(rates: Partial<Record<PriceClass, bigint>>, id = 'o'): ListedOffer {
  const listed = Object.entries(rates).map(([name, pico]) => [name, { pico: String(pico), varies: false }]);
  return {
    id,
    provider: 'p',
    name: 'P',
    supports: [],
    contextTokens: 0,
    maxOutputTokens: 0,
    parameters: {},
    bar: null,
    confidence: 'A' as const,
    rates: Object.fromEntries(listed) as ListedOffer['rates'],
  };
}

function model(id: string, more: Partial<ListedModel> = {}): ListedModel {
  return {
    id,
    name: id.slice(2),
    maker: 'm',
    makerName: 'Maker & Co',
    description: null,
    capabilities: [],
    supports: ['text-to-text'] as Modality[],
    contextTokens: 0,
    maxOutputTokens: 0,
    knowledgeCutoff: null,
    releasedOn: null,
    featured: false,
    offers: [],
    bar: null,
    canChat: true,
    retires: null,
    ...more,
  };
}

const MODELS = [
  model('m/old', { releasedOn: '2024-01-01', offers: [offer({ input: 3n }), offer({ input: 1n })] }),
  model('m/unknown', { description: 'Paints what is said.' }),
  model('m/new', { releasedOn: '2026-01-01', offers: [offer({ input: 2n })] }),
  model('m/star', { featured: true, releasedOn: '2023-01-01', supports: ['text-to-image'] }),
  model('m/film', { offers: [offer({ second: 500_000n })], supports: ['text-to-video', 'image-to-video'] }),
];

const idsOf = (more: Partial<Selection> = {}, models = MODELS) =>
  selectModels(models, { search: '', filter: [], sort: [], ...more }).map(({ id }) => id.slice(2));

describe('the order of a selection', () => {
  it('is the operator’s by default, and among equal models', () => {
    expect(idsOf()).toEqual(['old', 'unknown', 'new', 'star', 'film']);
    expect(idsOf({ sort: [['featured', -1]] })).toEqual(['star', 'old', 'unknown', 'new', 'film']);
  });

  it('is featured first, then newest by default; an unknown release date comes last', () => {
    expect(idsOf({ sort: DEFAULT_SORT })).toEqual(['star', 'new', 'old', 'unknown', 'film']);
    expect(idsOf({ sort: [['createdAt', 1]] })).toEqual(['star', 'old', 'new', 'unknown', 'film']);
  });

  it('uses the price of the cheapest offer; models without a price come last in both directions', () => {
    expect(idsOf({ sort: [['price', 1]] })).toEqual(['film', 'old', 'new', 'unknown', 'star']);
    expect(idsOf({ sort: [['price', -1]] })).toEqual(['new', 'old', 'film', 'unknown', 'star']);
  });
});

describe('the selected models', () => {
  it.each([
    ['OLD', ['old']],
    ['m/n', ['new']],
    ['maker paints', ['unknown']],
    ['maker & co', ['old', 'unknown', 'new', 'star', 'film']],
    ['  ', ['old', 'unknown', 'new', 'star', 'film']],
    ['paints nothing', []],
    ['.*', []],
  ])('by %j are %j', (search, expected) => {
    expect(idsOf({ search })).toEqual(expected);
  });

  it('have at least one of the modalities', () => {
    expect(idsOf({ filter: ['text-to-image', 'image-to-video'] })).toEqual(['star', 'film']);
    expect(idsOf({ filter: ['text-to-audio'] })).toEqual([]);
  });
});

const TALKERS = [
  model('m/small', {
    contextTokens: 32_000,
    capabilities: ['tools'],
    offers: [offer({ input: 1_000_000n, output: 9_000_000n }, 'slow'), offer({ input: 1n })],
  }),
  model('n/large', {
    maker: 'n',
    contextTokens: 1_000_000,
    capabilities: ['tools', 'vision'],
    offers: [offer({ input: 5_000_000n, output: 6_000_000n }, 'fast')],
  }),
  model('n/gift', { maker: 'n', contextTokens: 8000, offers: [offer({ input: 0n, output: 0n })] }),
  model('o/paint', { maker: 'o', offers: [offer({ image: 40_000_000_000n })] }),
  model('o/none', { maker: 'o' }),
];

describe('the limits of a selection', () => {
  it.each<[string, Partial<Selection>, string[]]>([
    ['a maker', { makers: ['m'] }, ['small']],
    ['two makers', { makers: ['m', 'o'] }, ['small', 'paint', 'none']],
    ['an unknown maker', { makers: ['x'] }, []],
    ['a context', { minContext: 32_000 }, ['small', 'large']],
    ['a larger context', { minContext: 32_001 }, ['large']],
    ['a capability', { capabilities: ['tools'] }, ['small', 'large']],
    ['two capabilities', { capabilities: ['tools', 'vision'] }, ['large']],
    // The price of the second offer does not count.
    ['$1 for a million tokens', { maxInputPrice: 1_000_000_000_000n }, ['small', 'gift']],
    ['less than $1', { maxInputPrice: 999_999_999_999n }, ['gift']],
    ['no price at all', { maxInputPrice: 0n }, ['gift']],
    ['all together', { makers: ['n'], capabilities: ['vision'], minContext: 1_000_000 }, ['large']],
  ])('%s', (_, limits, expected) => {
    expect(idsOf(limits, TALKERS)).toEqual(expected);
  });
});

describe('the order by a column', () => {
  const ordered = (sort: ListingSort) =>
    idsOf(
      {
        sort,
        speeds: new Map([
          ['slow', 20],
          ['fast', 90.5],
        ]),
      },
      TALKERS,
    );

  it.each<[ListingSort, string[]]>([
    [[['input', 1]], ['gift', 'small', 'large', 'paint', 'none']],
    [[['input', -1]], ['large', 'small', 'gift', 'paint', 'none']],
    [[['output', 1]], ['gift', 'paint', 'large', 'small', 'none']],
    [[['context', -1]], ['large', 'small', 'gift', 'paint', 'none']],
    [[['context', 1]], ['gift', 'small', 'large', 'paint', 'none']],
    [[['speed', -1]], ['large', 'small', 'gift', 'paint', 'none']],
    [[['speed', 1]], ['small', 'large', 'gift', 'paint', 'none']],
  ])('%j is %j: unknown values come last', (sort, expected) => {
    expect(ordered(sort)).toEqual(expected);
  });
});

it('has models that no call can use after all others', () => {
  const models = [model('m/barred', { bar: 'no_key', featured: true }), model('m/open')];
  expect(idsOf({ sort: DEFAULT_SORT, unavailable: 'last' }, models)).toEqual(['open', 'barred']);
  expect(idsOf({ sort: DEFAULT_SORT }, models)).toEqual(['barred', 'open']);
});
