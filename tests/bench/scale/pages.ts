import { DATE_INTERVALS } from '#app/contracts/usage/dashboard.ts';

/** A page or an answer that is measured. */
export interface ScalePage {
  name: string;
  path: string;
  who: Person;
  /** Milliseconds within which its first byte has to come. */
  goalMs: number;
}

/**
 * The viewers: an administrator who sees all users' calls, the user with the most calls, and an ordinary one.
 */
export const PEOPLE = ['admin', 'heaviest', 'ordinary'] as const;
export type Person = (typeof PEOPLE)[number];

/** Parts of addresses that only the database knows. */
export interface Places {
  /** The next page of all models. */
  modelCursor: string;
  modelId: string;
  /** By viewer: a page of the ledger that begins at one of its first entries. */
  ledgerCursors: Record<Person, string>;
}

const DASHBOARD_MS = 200;
const LIST_MS = 100;

/** All measured pages, in this order. */
export function pagesOf({ modelCursor, modelId, ledgerCursors }: Places): ScalePage[] {
  const ofEach = (what: string, goalMs: number, path: (who: Person) => string) =>
    PEOPLE.map((who): ScalePage => ({ name: what, path: path(who), who, goalMs }));
  const ofAdmin = (name: string, path: string, goalMs: number): ScalePage => ({
    name,
    path,
    who: 'admin',
    goalMs,
  });
  return [
    ...DATE_INTERVALS.flatMap((interval) => [
      ...ofEach(`dashboard ${interval}`, DASHBOARD_MS, () => `/usage?dateInterval=${interval}`),
      ...ofEach(`/api/hub/stats ${interval}`, DASHBOARD_MS, () => `/api/hub/stats?dateInterval=${interval}`),
    ]),
    ...(['1M', 'ALL'] as const).map((interval) =>
      ofAdmin(
        `dashboard ${interval} of a model`,
        `/usage?dateInterval=${interval}&model=${encodeURIComponent(modelId)}`,
        DASHBOARD_MS,
      ),
    ),
    ...[1, 2, 100, 10_000].flatMap((page) => [
      ...ofEach(`activity, page ${page}`, LIST_MS, () => `/usage?tab=activity&dateInterval=ALL&page=${page}`),
      ...ofEach(`/api/hub/activity, page ${page}`, LIST_MS, () => `/api/hub/activity?page=${page}`),
    ]),
    ...ofEach(
      'activity of a model',
      LIST_MS,
      () => `/usage?tab=activity&model=${encodeURIComponent(modelId)}`,
    ),
    ...ofEach('chats', LIST_MS, () => '/usage?tab=chats&dateInterval=ALL'),
    ...ofEach('/balance', LIST_MS, () => '/balance'),
    ...ofEach('/balance, the first entries', LIST_MS, (who) => `/balance?before=${ledgerCursors[who]}`),
    ofAdmin('/models', '/models', LIST_MS),
    ofAdmin('/models, the next page', `/models?cursor=${encodeURIComponent(modelCursor)}`, LIST_MS),
    ofAdmin('/models, searched', '/models?q=scale', LIST_MS),
    ofAdmin('/models, tab and sort', '/models?tab=text&sort=cheapest', LIST_MS),
    ofAdmin('a model', `/models/${modelId}`, LIST_MS),
    ofAdmin('/api/hub/models', '/api/hub/models', LIST_MS),
  ];
}
