import { DEFAULT_SORT, SEARCH_MAX, type ListingSort } from '#app/contracts/catalogue/listing.ts';
import { MODALITIES, type Capability, type Modality } from '#app/contracts/models.ts';
import { PREFERENCES, type Preferences } from '#app/ui/preferences/preferences.ts';

export const MODELS_PATH = '/models';

export const TABS = ['all', 'image', 'text', 'video'] as const;
export type ListTab = (typeof TABS)[number];

/** The sort orders, by their names in the address; the columns of the table link to those after `dearest`. */
export const ORDERS = {
  featured: DEFAULT_SORT,
  newest: [['createdAt', -1]],
  cheapest: [['price', 1]],
  dearest: [['price', -1]],
  name: [['name', 1]],
  '-name': [['name', -1]],
  input: [['input', 1]],
  '-input': [['input', -1]],
  output: [['output', 1]],
  '-output': [['output', -1]],
  context: [['context', 1]],
  '-context': [['context', -1]],
  speed: [['speed', 1]],
  '-speed': [['speed', -1]],
} as const satisfies Record<string, ListingSort>;
export type Order = keyof typeof ORDERS;
export const ORDER_NAMES = Object.keys(ORDERS) as Order[];

/** Limits of the input price: dollars for a million tokens. */
export const PRICE_LIMITS = { free: 0n, upTo1: 1n, upTo5: 5n, upTo15: 15n } as const;
export type PriceLimit = keyof typeof PRICE_LIMITS;
export const PRICE_NAMES = Object.keys(PRICE_LIMITS) as PriceLimit[];

/** Lower limits of the context, in tokens. */
export const CONTEXT_LIMITS = { '32k': 32_000, '128k': 128_000, '1m': 1_000_000 } as const;
export type ContextLimit = keyof typeof CONTEXT_LIMITS;
export const CONTEXT_NAMES = Object.keys(CONTEXT_LIMITS) as ContextLimit[];

/** Capabilities that the list can be filtered by, in display order. */
export const FILTER_CAPABILITIES = [
  'vision',
  'tools',
  'reasoning',
  'json_schema',
  'logprobs',
] as const satisfies readonly Capability[];
export type FilterCapability = (typeof FILTER_CAPABILITIES)[number];

export type ListView = Preferences['modelView'];

const MAKER = /^[\w.-]{1,64}$/;
const MAX_MAKERS = 32;

/** The filters of the page. A single filter is null, and a list is empty, if it is not set. */
export interface ListFilters {
  modalities: readonly Modality[];
  /** Ids of makers. */
  makers: readonly string[];
  price: PriceLimit | null;
  context: ContextLimit | null;
  capabilities: readonly FilterCapability[];
}

/** The query of the page of all models. */
export interface ListQuery extends ListFilters {
  search: string;
  /** `all` during a search. */
  tab: ListTab;
  order: Order;
  /** The view in the address, which precedes the stored one; null if the address has none. */
  view: ListView | null;
  /** Models that no call can use here are listed too, after the others; a search always finds them. */
  showsAll: boolean;
  cursor: string | undefined;
}

export const NO_FILTERS: ListFilters = {
  modalities: [],
  makers: [],
  price: null,
  context: null,
  capabilities: [],
};

/** Tells whether any filter is set. */
export function isFiltered(filters: ListFilters): boolean {
  const { modalities, makers, price, context, capabilities } = filters;
  return (
    price !== null || context !== null || [modalities, makers, capabilities].some(({ length }) => length > 0)
  );
}

/**
 * Reads the address of the page; accepts `search` for `q`, the name in other catalogs. Ignores unknown
 * values: addresses live longer than filters.
 */
export function readListQuery(params: URLSearchParams): ListQuery {
  const search = (params.get('q') ?? params.get('search') ?? '').slice(0, SEARCH_MAX).trim();
  const tab = oneOf(TABS, params.get('tab')) ?? 'all';
  return {
    search,
    tab: search === '' ? tab : 'all',
    order: oneOf(ORDER_NAMES, params.get('sort')) ?? 'featured',
    modalities: allOf(MODALITIES, params.getAll('modality')),
    makers: [...new Set(params.getAll('maker').slice(0, MAX_MAKERS))].filter((id) => MAKER.test(id)),
    price: oneOf(PRICE_NAMES, params.get('price')),
    context: oneOf(CONTEXT_NAMES, params.get('context')),
    capabilities: allOf(FILTER_CAPABILITIES, params.getAll('capability')),
    view: oneOf(PREFERENCES.modelView.values, params.get('view')),
    showsAll: params.get('show') === 'all',
    cursor: params.get('cursor') ?? undefined,
  };
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | null {
  return values.find((one) => one === text) ?? null;
}

/** The known values among the given ones, in their own order. */
function allOf<Value extends string>(values: readonly Value[], given: readonly string[]): Value[] {
  const named = new Set(given.slice(0, MODALITIES.length));
  return values.filter((one) => named.has(one));
}

/** The unknown values of an address, which `readListQuery` ignores. */
export function unknownIn(params: URLSearchParams): ('tab' | 'sort' | 'filter')[] {
  const isKnown = (name: string, values: readonly string[]) =>
    params.getAll(name).every((value) => value === '' || values.includes(value));
  const areFiltersKnown =
    isKnown('modality', MODALITIES) &&
    isKnown('price', PRICE_NAMES) &&
    isKnown('context', CONTEXT_NAMES) &&
    isKnown('capability', FILTER_CAPABILITIES) &&
    params.getAll('maker').every((id) => id === '' || MAKER.test(id));
  return [
    ...(isKnown('tab', TABS) ? [] : (['tab'] as const)),
    ...(isKnown('sort', ORDER_NAMES) ? [] : (['sort'] as const)),
    ...(areFiltersKnown ? [] : (['filter'] as const)),
  ];
}

/** The fields of the address of a query, as a form sends them; default values are left out. */
export function listFields(query: ListQuery): [name: string, value: string][] {
  const { search, tab, order, modalities, makers, price, context, capabilities, view, showsAll, cursor } =
    query;
  const fields: [string, string | null | undefined][] = [
    ['q', search],
    ['tab', tab === 'all' ? null : tab],
    ['sort', order === 'featured' ? null : order],
    ...modalities.map((one): [string, string] => ['modality', one]),
    ...makers.map((one): [string, string] => ['maker', one]),
    ['price', price],
    ['context', context],
    ...capabilities.map((one): [string, string] => ['capability', one]),
    ['view', view],
    ['show', showsAll ? 'all' : null],
    ['cursor', cursor],
  ];
  return fields.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
}

/** The address of the page with a change; a change returns to the first page. */
export function listHref(query: ListQuery, change: Partial<ListQuery> = {}): string {
  const text = new URLSearchParams(listFields({ ...query, cursor: undefined, ...change })).toString();
  return text === '' ? MODELS_PATH : `${MODELS_PATH}?${text}`;
}

/** The modalities of a tab; none for all. */
export function modalitiesOf(tab: ListTab): readonly Modality[] {
  return tab === 'all' ? [] : MODALITIES.filter((modality) => modality.endsWith(`-to-${tab}`));
}
