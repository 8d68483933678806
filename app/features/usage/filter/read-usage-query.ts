import { nearestInterval } from './nearest-interval.ts';
import { noticeOf, type Notice } from './notice.ts';
import { FILTER_NAMES, TABS, type UsageQuery } from './usage-query.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Longest id of a model. */
const MODEL_MAX = 160;
const PAGES = /^\d{1,9}$/;

/** The address as it is taken: what can be is, what cannot is left out, or the nearest one stands in its place. */
export interface ReadQuery {
  query: UsageQuery;
  notices: Notice[];
  /** True where the address says nothing of a filter or a page. */
  isPlain: boolean;
}

/** Reads the address of the page, of which anything may have been typed. */
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
  const asked = (params.get(field) ?? '').trim().toLowerCase();
  if (asked === '' || UUID.test(asked)) return asked || null;
  notices.push(noticeOf(field, asked));
  return null;
}

function modelIn(params: URLSearchParams, notices: Notice[]): string | null {
  const asked = (params.get('model') ?? '').trim();
  if (asked.length <= MODEL_MAX) return asked || null;
  notices.push(noticeOf('model', asked));
  return null;
}

function intervalIn(params: URLSearchParams, notices: Notice[]) {
  const asked = (params.get('dateInterval') ?? 'ALL').trim();
  const shown = nearestInterval(asked);
  if (asked.toUpperCase() !== shown) notices.push(noticeOf('dateInterval', asked, shown));
  return shown;
}

function pageIn(params: URLSearchParams, notices: Notice[]): number {
  const asked = (params.get('page') ?? '1').trim();
  const page = PAGES.test(asked) ? Number(asked) : 0;
  if (page >= 1) return page;
  notices.push(noticeOf('page', asked, '1'));
  return 1;
}
