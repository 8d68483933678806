import { contextLabel } from '#app/contracts/catalogue/context-label.ts';
import { DEFAULT_SORT, type ListedModel, type ListedRates } from '#app/contracts/catalogue/listing.ts';
import { rateAmount } from '#app/contracts/catalogue/rate-amount.ts';
import { MODALITIES } from '#app/contracts/models.ts';
import type { PriceClass } from '#app/contracts/price.ts';
import { selectModels } from '#app/core/catalogue/listing-selection.ts';
import { readListing } from '#app/core/catalogue/listing.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import {
  readFeaturedQuery,
  type FeaturedList,
  type FeaturedModel,
  type FeaturedPrice,
  type FeaturedQuery,
} from './featured.ts';

/** GET /api/hub/featured?q=&tab=: the rows of the landing page, the same as on the page for that query. */
export const featuredCall = endpoint({ auth: 'none' }, ({ request }) =>
  listFeatured(readFeaturedQuery(new URL(request.url).searchParams)),
);

/** The number of rows on the landing page. */
const MAX_ROWS = 5;

/**
 * The price classes that a row shows, and their units; for each unit the first class with a price is shown.
 */
const SHOWN: readonly (readonly [PriceClass, FeaturedPrice['unit']])[] = [
  ['input', 'input'],
  ['output', 'output'],
  ['image', 'image'],
  ['firstMegapixel', 'megapixel'],
  ['megapixel', 'megapixel'],
  ['second', 'second'],
];

/** The first models of the catalogue that match: featured ones, then the newest. */
export async function listFeatured(query: FeaturedQuery): Promise<FeaturedList> {
  const { search, tab } = query;
  const { models } = await readListing();
  const filter = tab === 'all' ? [] : MODALITIES.filter((modality) => modality.endsWith(`-to-${tab}`));
  const selected = selectModels(models, { search, filter, sort: DEFAULT_SORT, unavailable: 'last' });
  return { ...query, models: selected.slice(0, MAX_ROWS).map(toRow) };
}

function toRow({ id, name, makerName, contextTokens, offers, bar }: ListedModel): FeaturedModel {
  return {
    id,
    name,
    makerName,
    prices: pricesOf(offers[0]?.rates ?? {}),
    context: contextLabel(contextTokens),
    isCallable: bar === null,
  };
}

function pricesOf(rates: ListedRates): FeaturedPrice[] {
  const prices = new Map<FeaturedPrice['unit'], FeaturedPrice>();
  for (const [name, unit] of SHOWN) {
    const rate = rates[name];
    if (rate && !prices.has(unit))
      prices.set(unit, { unit, amount: rateAmount(name, BigInt(rate.pico)), varies: rate.varies });
  }
  return [...prices.values()];
}
