import { describe, expect, it } from 'vitest';
import {
  DEFAULT_SORT,
  type ListedModel,
  type ListedOffer,
  type ListingSort,
} from '#app/contracts/catalogue/listing.ts';
import type { Modality } from '#app/contracts/models.ts';
import type { PriceClass } from '#app/contracts/price.ts';
import { selectModels } from './listing-selection.ts';

function offer(rates: Partial<Record<PriceClass, bigint>>): ListedOffer {
  const listed = Object.entries(rates).map(([name, pico]) => [name, { pico: String(pico), varies: false }]);
  return {
    id: 'o',
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

const idsOf = (more: { search?: string; filter?: Modality[]; sort?: ListingSort } = {}) =>
  selectModels(MODELS, { search: '', filter: [], sort: [], ...more }).map(({ id }) => id.slice(2));

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
