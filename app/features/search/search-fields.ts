import { SEARCH_MAX, type FoundPage, type SearchFilters } from '#app/contracts/search.ts';
import { parseDollars } from '#app/contracts/money.ts';

/** The fields of the search, as they stand in the address of its page and of its call. */
export interface SearchFields {
  q: string;
  model: string;
  from: string;
  to: string;
  role: string;
  has: string[];
  cost: string;
}

/** A field with a text that cannot be read. */
export type InvalidField = 'from' | 'to' | 'cost';

/** Data of the page of the search. */
export interface SearchData extends FoundPage {
  fields: SearchFields;
  invalid: InvalidField[];
  hasFilters: boolean;
  /** Models of the user's chats, for the filter. */
  models: string[];
  /** True on a page after the first. */
  isLater: boolean;
}

export const ROLES = ['me', 'assistant'] as const;

export const CONTENTS = ['code', 'image', 'file'] as const;

/** Max characters of a filter that are read: the length of the longest model id. */
const FILTER_MAX = 160;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the fields of a search from an address; a text that is too long is cut. */
export function readSearchFields(params: URLSearchParams): SearchFields {
  const one = (name: string) => (params.get(name) ?? '').slice(0, FILTER_MAX).trim();
  return {
    q: (params.get('q') ?? '').trim().slice(0, SEARCH_MAX),
    model: one('model'),
    from: one('from'),
    to: one('to'),
    role: one('role'),
    has: CONTENTS.filter((content) => params.getAll('has').includes(content)),
    cost: one('cost'),
  };
}

/** The filters of the fields, and the fields that cannot be read; these are no filters. */
export function readFilters(fields: SearchFields): { filters: SearchFilters; invalid: InvalidField[] } {
  const { model, from, to, role, has, cost } = fields;
  const filters: SearchFilters = {};
  const invalid: InvalidField[] = [];
  if (model !== '') filters.model = model;
  for (const [name, day] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (isDay(day)) filters[name] = day;
    else if (day !== '') invalid.push(name);
  }
  if (role === 'me' || role === 'assistant') filters.role = role;
  if (has.includes('code')) filters.hasCode = true;
  if (has.includes('image')) filters.hasImage = true;
  if (has.includes('file')) filters.hasFile = true;
  const micro = parseDollars(cost);
  if (micro !== null) filters.minCostMicro = micro;
  else if (cost !== '') invalid.push('cost');
  return { filters, invalid };
}

function isDay(text: string): boolean {
  return DAY.test(text) && !Number.isNaN(Date.parse(text));
}

/** The address of a page of results. @param cursor null for the first page */
export function searchHref({ has, ...texts }: SearchFields, cursor: string | null): string {
  const params = new URLSearchParams(Object.entries(texts).filter(([, text]) => text !== ''));
  for (const content of has) params.append('has', content);
  if (cursor !== null) params.set('after', cursor);
  return `/search?${params.toString()}`;
}

/** The address of a found message, on the branch that contains it. */
export function messageHref({
  conversationId,
  messageId,
}: {
  conversationId: string;
  messageId: string;
}): string {
  return `/chat/${conversationId}?message=${messageId}#m-${messageId}`;
}
