import { SEARCH_MAX } from '#app/contracts/catalogue/listing.ts';

/** The query of the landing page's list. */
export interface FeaturedQuery {
  search: string;
  tab: FeaturedTab;
}

/** The kinds of output that users look for; all of them first. */
export const FEATURED_TABS = ['all', 'image', 'text', 'video'] as const;
export type FeaturedTab = (typeof FEATURED_TABS)[number];

/** A price as text: `$0.15` for a unit. */
export interface FeaturedPrice {
  /** The unit: a million tokens in or out, or one of the others. */
  unit: 'input' | 'output' | 'image' | 'megapixel' | 'second';
  amount: string;
  /** Whether some calls have another rate. */
  varies: boolean;
}

/** A model in a row of the landing page. */
export interface FeaturedModel {
  id: string;
  name: string;
  makerName: string;
  /** Prices of the offer that would be tried first; empty if no price is known. */
  prices: FeaturedPrice[];
  /** `128K`; null if calls are not limited by tokens. */
  context: string | null;
  isCallable: boolean;
}

/** The rows, and their query. */
export interface FeaturedList extends FeaturedQuery {
  models: FeaturedModel[];
}

/**
 * Reads the query of the page or the call: a search covers all tabs, and an unknown tab means all of them.
 */
export function readFeaturedQuery(params: URLSearchParams): FeaturedQuery {
  const search = (params.get('q') ?? '').slice(0, SEARCH_MAX).trim();
  const tab = FEATURED_TABS.find((one) => one === params.get('tab')) ?? 'all';
  return { search, tab: search === '' ? tab : 'all' };
}

/** The query string that `readFeaturedQuery` reads; empty for the initial list. */
export function featuredSearch({ search, tab }: FeaturedQuery): string {
  if (search !== '') return `?${new URLSearchParams({ q: search }).toString()}`;
  return tab === 'all' ? '' : `?tab=${tab}`;
}
