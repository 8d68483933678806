import { DEFAULT_SORT, SEARCH_MAX, type ListingSort } from '#app/contracts/catalogue/listing.ts';
import { MODALITIES, type Modality } from '#app/contracts/models.ts';

export const MODELS_PATH = '/models';

export const TABS = ['all', 'image', 'text', 'video'] as const;
export type ListTab = (typeof TABS)[number];

/** The sort orders that users can choose, by their names in the address. */
export const ORDERS = {
  featured: DEFAULT_SORT,
  newest: [['createdAt', -1]],
  cheapest: [['price', 1]],
  dearest: [['price', -1]],
} as const satisfies Record<string, ListingSort>;
export type Order = keyof typeof ORDERS;
export const ORDER_NAMES = Object.keys(ORDERS) as Order[];

/** The query of the page of all models. */
export interface ListQuery {
  search: string;
  /** `all` during a search. */
  tab: ListTab;
  order: Order;
  modalities: readonly Modality[];
  /** Models that no call can use here are listed too, after the others; a search always finds them. */
  showsAll: boolean;
  cursor: string | undefined;
}

/**
 * Reads the address of the page; accepts `search` for `q`, the name in other catalogs. Ignores unknown
 * values: addresses live longer than filters.
 */
export function readListQuery(params: URLSearchParams): ListQuery {
  const search = (params.get('q') ?? params.get('search') ?? '').slice(0, SEARCH_MAX).trim();
  const tab = TABS.find((one) => one === params.get('tab')) ?? 'all';
  const named = new Set(params.getAll('modality').slice(0, MODALITIES.length));
  return {
    search,
    tab: search === '' ? tab : 'all',
    order: ORDER_NAMES.find((one) => one === params.get('sort')) ?? 'featured',
    modalities: MODALITIES.filter((modality) => named.has(modality)),
    showsAll: params.get('show') === 'all',
    cursor: params.get('cursor') ?? undefined,
  };
}

/** The unknown values of an address, which `readListQuery` ignores. */
export function unknownIn(params: URLSearchParams): ('tab' | 'sort' | 'modality')[] {
  const isKnown = (name: string, values: readonly string[]) =>
    params.getAll(name).every((value) => value === '' || values.includes(value));
  return [
    ...(isKnown('tab', TABS) ? [] : (['tab'] as const)),
    ...(isKnown('sort', ORDER_NAMES) ? [] : (['sort'] as const)),
    ...(isKnown('modality', MODALITIES) ? [] : (['modality'] as const)),
  ];
}

/** The address of the page with a change; a change returns to the first page. */
export function listHref(query: ListQuery, change: Partial<ListQuery> = {}): string {
  const { search, tab, order, modalities, showsAll, cursor } = { ...query, cursor: undefined, ...change };
  const params = new URLSearchParams();
  if (search !== '') params.set('q', search);
  if (tab !== 'all') params.set('tab', tab);
  if (order !== 'featured') params.set('sort', order);
  for (const modality of modalities) params.append('modality', modality);
  if (showsAll) params.set('show', 'all');
  if (cursor !== undefined) params.set('cursor', cursor);
  const text = params.toString();
  return text === '' ? MODELS_PATH : `${MODELS_PATH}?${text}`;
}

/** The modalities of a tab; none for all. */
export function modalitiesOf(tab: ListTab): readonly Modality[] {
  return tab === 'all' ? [] : MODALITIES.filter((modality) => modality.endsWith(`-to-${tab}`));
}
