import type { DateInterval } from '#app/contracts/usage/dashboard.ts';

export const USAGE_PATH = '/usage';

export const TABS = ['charts', 'activity', 'chats'] as const;

export type UsageTab = (typeof TABS)[number];

/** The filter of calls, with the names that the address and the stored filter use. */
export interface UsageFilter {
  /** The id of a user; null for the caller, or for an administrator all users. */
  user: string | null;
  model: string | null;
  /** The id of a key. */
  source: string | null;
  dateInterval: DateInterval;
}

/** The query of the page. */
export interface UsageQuery extends UsageFilter {
  tab: UsageTab;
  /** The page of the list of calls, from 1, and the newest call of that list; chats have only the latter. */
  page: number;
  until: string | null;
}

/** The parameters of the address that form the filter. */
export const FILTER_NAMES = ['user', 'model', 'source', 'dateInterval'] as const;

/** An invalid value of the address; `shown` is the value that replaces it, or ''. */
export interface Notice {
  field: 'tab' | 'user' | 'model' | 'source' | 'dateInterval' | 'page' | 'until';
  /** Cut to 60 characters. */
  asked: string;
  shown: string;
}

const NOTICE_MAX = 60;

/**
 * The address of the page with a change; a change starts again at the newest call. Always includes the time
 * range, so that no stored filter replaces it.
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

/** The address of the export of a filter's calls. */
export function exportHref(filter: UsageFilter, format: 'csv' | 'json'): string {
  const params = new URLSearchParams();
  writeFilter(params, filter);
  return `${USAGE_PATH}/export.${format}?${params}`;
}

/** The address of a call's receipt. */
export function receiptHref(generationId: string): string {
  return `${USAGE_PATH}/receipts/${generationId}`;
}

function writeFilter(params: URLSearchParams, { user, model, source, dateInterval }: UsageFilter): void {
  if (user !== null) params.set('user', user);
  if (model !== null) params.set('model', model);
  if (source !== null) params.set('source', source);
  params.set('dateInterval', dateInterval);
}

/** A notice that another value is shown than the requested one. */
export function noticeOf(field: Notice['field'], asked: string, shown = ''): Notice {
  return { field, asked: asked.slice(0, NOTICE_MAX), shown };
}
