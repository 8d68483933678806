import type { DateInterval } from '#app/contracts/usage/dashboard.ts';

export const USAGE_PATH = '/usage';

export const TABS = ['charts', 'activity'] as const;

export type UsageTab = (typeof TABS)[number];

/** What calls are narrowed to, as the address and the remembered filter name it. */
export interface UsageFilter {
  /** Whose; null is the caller, or for an administrator everybody. */
  user: string | null;
  model: string | null;
  /** The id of a key. */
  source: string | null;
  dateInterval: DateInterval;
}

/** What the page is asked for. */
export interface UsageQuery extends UsageFilter {
  tab: UsageTab;
  /** Of the list of calls: its page, from 1, and the newest call in it. */
  page: number;
  until: string | null;
}

/** The parameters of the address that are the filter. */
export const FILTER_NAMES = ['user', 'model', 'source', 'dateInterval'] as const;

/** A part of the address that names nothing there is; `shown` stands in its place, if anything does. */
export interface Notice {
  field: 'tab' | 'user' | 'model' | 'source' | 'dateInterval' | 'page' | 'until';
  /** Cut to `ASKED_MAX` characters. */
  asked: string;
  shown: string;
}

const ASKED_MAX = 60;

/**
 * The address of the page with something changed; a change begins at the newest call. It always says how far back it
 * looks, so that no remembered filter takes its place.
 */
export function usageHref(query: UsageQuery, change: Partial<UsageQuery> = {}): string {
  const { tab, page, until, ...filter } = { ...query, page: 1, until: null, ...change };
  const params = new URLSearchParams();
  if (tab !== 'charts') params.set('tab', tab);
  writeFilter(params, filter);
  if (page > 1) params.set('page', String(page));
  if (until !== null) params.set('until', until);
  return `${USAGE_PATH}?${params}`;
}

/** Where all calls of a filter are handed out. */
export function exportHref(filter: UsageFilter, format: 'csv' | 'json'): string {
  const params = new URLSearchParams();
  writeFilter(params, filter);
  return `${USAGE_PATH}/export.${format}?${params}`;
}

/** Where the receipt of a call stands. */
export function receiptHref(generationId: string): string {
  return `${USAGE_PATH}/receipts/${generationId}`;
}

function writeFilter(params: URLSearchParams, { user, model, source, dateInterval }: UsageFilter): void {
  if (user !== null) params.set('user', user);
  if (model !== null) params.set('model', model);
  if (source !== null) params.set('source', source);
  params.set('dateInterval', dateInterval);
}

/** Says that something else is shown than what was asked for. */
export function noticeOf(field: Notice['field'], asked: string, shown = ''): Notice {
  return { field, asked: asked.slice(0, ASKED_MAX), shown };
}
