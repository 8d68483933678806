import { SEARCH_MAX } from '#app/contracts/catalogue/listing.ts';

/** What the list of the landing page is narrowed to. */
export interface FeaturedQuery {
  search: string;
  tab: FeaturedTab;
}

/** What models make, of what people look for; all of them first. */
export const FEATURED_TABS = ['all', 'image', 'text', 'video'] as const;
export type FeaturedTab = (typeof FEATURED_TABS)[number];

/** A price as it is read: `$0.15` for a unit. */
export interface FeaturedPrice {
  /** What is counted: a million tokens in or out, or one of the others. */
  unit: 'input' | 'output' | 'image' | 'megapixel' | 'second';
  amount: string;
  /** Some calls cost another rate. */
  varies: boolean;
}

/** A model as a row of the landing page. */
export interface FeaturedModel {
  id: string;
  name: string;
  makerName: string;
  /** Of whoever would be asked first; none where no price is known. */
  prices: FeaturedPrice[];
  /** `128K`; null where tokens do not bound a call. */
  context: string | null;
  isCallable: boolean;
}

/** The rows, and what they were narrowed to. */
export interface FeaturedList extends FeaturedQuery {
  models: FeaturedModel[];
}

/** The query of the page or the call: a search looks in all tabs, and what is no tab is all of them. */
export function readFeaturedQuery(params: URLSearchParams): FeaturedQuery {
  const search = (params.get('q') ?? '').slice(0, SEARCH_MAX).trim();
  const tab = FEATURED_TABS.find((one) => one === params.get('tab')) ?? 'all';
  return { search, tab: search === '' ? tab : 'all' };
}

/** The query that `readFeaturedQuery` reads; empty for the list as it is at first. */
export function featuredSearch({ search, tab }: FeaturedQuery): string {
  if (search !== '') return `?${new URLSearchParams({ q: search }).toString()}`;
  return tab === 'all' ? '' : `?tab=${tab}`;
}
