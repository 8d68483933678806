import { DATE_INTERVALS, type DateInterval } from '#app/contracts/usage/dashboard.ts';
import { FILTER_NAMES, noticeOf, TABS, type Notice, type UsageQuery } from './usage-query.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The maximum length of a model id. */
const MODEL_MAX = 160;

const PAGES = /^\d{1,9}$/;

/** The parsed address: invalid values are removed, or replaced with the nearest valid one. */
export interface ReadQuery {
  query: UsageQuery;
  notices: Notice[];
  /** True if the address has neither a filter nor a page. */
  isPlain: boolean;
}

const DAYS_OF_UNIT: Record<string, number> = { d: 1, w: 7, m: 30, y: 365 };

/** ALL counts as a year, for the nearest interval. */
const DAYS: Record<DateInterval, number> = { '1D': 1, '1W': 7, '1M': 30, ALL: 365 };

const HOUR_MS = 3_600_000;

const DAY_MS = 24 * HOUR_MS;

/** Parses the address of the page, which may contain any text. */
export function readUsageQuery(params: URLSearchParams): ReadQuery {
  const notices: Notice[] = [];
  const tab = TABS.find((one) => one === params.get('tab')) ?? 'charts';
  if (params.get('tab') !== null && params.get('tab') !== tab)
    notices.push(noticeOf('tab', params.get('tab')!));
  const query: UsageQuery = {
    tab,
    user: idIn(params, 'user', notices),
    model: modelIn(params, notices),
    source: idIn(params, 'source', notices),
    dateInterval: intervalIn(params, notices),
    page: pageIn(params, notices),
    until: idIn(params, 'until', notices),
  };
  const isPlain = ![...FILTER_NAMES, 'page', 'until'].some((name) => params.has(name));
  return { query, notices, isPlain };
}

function idIn(params: URLSearchParams, field: 'user' | 'source' | 'until', notices: Notice[]): string | null {
  const value = (params.get(field) ?? '').trim().toLowerCase();
  if (value === '' || UUID.test(value)) return value || null;
  notices.push(noticeOf(field, value));
  return null;
}

function modelIn(params: URLSearchParams, notices: Notice[]): string | null {
  const value = (params.get('model') ?? '').trim();
  if (value.length <= MODEL_MAX) return value || null;
  notices.push(noticeOf('model', value));
  return null;
}

function intervalIn(params: URLSearchParams, notices: Notice[]) {
  const value = (params.get('dateInterval') ?? 'ALL').trim();
  const shown = nearestInterval(value);
  if (value.toUpperCase() !== shown) notices.push(noticeOf('dateInterval', value, shown));
  return shown;
}

function pageIn(params: URLSearchParams, notices: Notice[]): number {
  const value = (params.get('page') ?? '1').trim();
  const page = PAGES.test(value) ? Number(value) : 0;
  if (page >= 1) return page;
  notices.push(noticeOf('page', value, '1'));
  return 1;
}

/**
 * The interval that a text names, or the nearest one: `2W` is `1W`. ALL for a text that is not a time span.
 */
export function nearestInterval(text: string): DateInterval {
  const known = DATE_INTERVALS.find((one) => one === text.toUpperCase());
  if (known) return known;
  const [, count = '', unit = ''] = /^(\d{1,4})([dwmy])$/i.exec(text) ?? [];
  if (count === '') return 'ALL';
  const days = Math.max(1, Number(count) * DAYS_OF_UNIT[unit.toLowerCase()]!);
  // Compares spans by their ratio: two weeks are nearer to a week than to a month.
  const distance = (one: DateInterval) => Math.abs(Math.log(days / DAYS[one]));
  return DATE_INTERVALS.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}

/** The start of an interval: an hour or a day in UTC, as for the bars of its charts; null for ALL. */
export function startOf(interval: DateInterval, now: Date): Date | null {
  if (interval === 'ALL') return null;
  if (interval === '1D') return new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - 23 * HOUR_MS);
  return new Date((Math.floor(now.getTime() / DAY_MS) + 1 - DAYS[interval]) * DAY_MS);
}
