import { ACTIVITY_AHEAD, ACTIVITY_PAGES, ACTIVITY_SIZE } from '#app/contracts/usage/activity.ts';
import { selectCount, selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { callsOf, matching, type CallFilter } from './calls-of.ts';

/** Which page of which list is asked for. */
export interface PageQuery extends CallFilter {
  /** From 1; one after the last is the last. */
  page: number;
  /** The call at which the list begins; newer ones are left out. */
  until?: string | undefined;
}

/** Where a page stands in its list. */
export interface FoundPage {
  /** Of its calls, newest first. */
  ids: string[];
  page: number;
  pages: number;
  until: string | null;
  older: string | null;
}

/** Among so many calls a model's or a key's are looked for; those before them are a list of its own. */
export const ACTIVITY_SEARCHED = 4000;
/** Pages of everybody's calls: no index holds them, so that each row is looked at that is stepped over. */
const PAGES_OF_EVERYBODY = 1000;

/**
 * Finds a page by the index alone. Pages before it are stepped over, and of those after it no more are counted than
 * `ACTIVITY_AHEAD`: what a page costs depends on its number, and not on how many calls there are.
 * @param options.most pages of a list
 */
export async function findPage(
  tx: Tx,
  query: PageQuery,
  { most = query.userId === null ? PAGES_OF_EVERYBODY : ACTIVITY_PAGES }: { most?: number } = {},
): Promise<FoundPage> {
  if (matching(query).and !== '') return findMatching(tx, query);
  let page = Math.min(query.page, most);
  let ids = await idsOf(tx, query, page);
  if (ids.length === 0 && page > 1) {
    page = Math.max(1, Math.ceil((await countUpTo(tx, query, (page - 1) * ACTIVITY_SIZE)) / ACTIVITY_SIZE));
    ids = await idsOf(tx, query, page);
  }
  const last = ids.at(-1);
  if (last === undefined) return { ids, page: 1, pages: 1, until: null, older: null };
  const until = page === 1 ? ids[0]! : (await newestOf(tx, query))!;
  return { ids, page, until, ...(await lookAhead(tx, query, { page, last, most })) };
}

async function idsOf(tx: Tx, query: PageQuery, page: number): Promise<string[]> {
  const { from, values } = callsOf(query, query);
  const place = [ACTIVITY_SIZE, (page - 1) * ACTIVITY_SIZE];
  const rows = await selectRows<{ id: string }>(tx, `SELECT id ${from} LIMIT ? OFFSET ?`, [
    ...values,
    ...place,
  ]);
  return rows.map(({ id }) => id);
}

async function newestOf(tx: Tx, query: PageQuery): Promise<string | undefined> {
  const { from, values } = callsOf(query, query);
  return (await selectRow<{ id: string }>(tx, `SELECT id ${from} LIMIT 1`, values))?.id;
}

async function countUpTo(tx: Tx, query: PageQuery, most: number): Promise<number> {
  const { from, values } = callsOf(query, query);
  return selectCount(tx, `SELECT COUNT(*) FROM (SELECT id ${from} LIMIT ?) AS own`, [...values, most]);
}

/** How many pages there are, as far as is looked, and the first call after the last page that a list has. */
async function lookAhead(
  tx: Tx,
  query: PageQuery,
  { page, last, most }: { page: number; last: string; most: number },
): Promise<{ pages: number; older: string | null }> {
  const ahead = Math.min(ACTIVITY_AHEAD, most - page);
  const counted = ahead * ACTIVITY_SIZE;
  const { from, values } = callsOf(query, { after: last });
  const rest = await selectRow<{ calls: string; oldest: string | null }>(
    tx,
    `SELECT COUNT(*) AS calls, MIN(id) AS oldest FROM (SELECT id ${from} LIMIT ?) AS rest`,
    [...values, counted + 1],
  );
  const calls = Number(rest!.calls);
  return {
    pages: page + Math.ceil(Math.min(calls, counted) / ACTIVITY_SIZE),
    older: calls > counted && page + ahead === most ? rest!.oldest : null,
  };
}

/** Of a model or a key: all among the calls that are searched are found at once, and a page is cut out of them. */
async function findMatching(tx: Tx, query: PageQuery): Promise<FoundPage> {
  const { from, values } = callsOf(query, query);
  const wanted = matching(query);
  const rows = await selectRows<{ id: string }>(
    tx,
    `SELECT g.id FROM (SELECT id ${from} LIMIT ?) AS near JOIN generations g ON g.id = near.id${wanted.and}
     ORDER BY g.id DESC`,
    [...values, ACTIVITY_SEARCHED, ...wanted.values],
  );
  const unsearched = await selectRow<{ id: string }>(tx, `SELECT id ${from} LIMIT 1 OFFSET ?`, [
    ...values,
    ACTIVITY_SEARCHED,
  ]);
  const pages = Math.max(1, Math.ceil(rows.length / ACTIVITY_SIZE));
  const page = Math.min(query.page, pages);
  return {
    ids: rows.slice((page - 1) * ACTIVITY_SIZE, page * ACTIVITY_SIZE).map(({ id }) => id),
    page,
    pages,
    until: rows[0]?.id ?? null,
    older: unsearched?.id ?? null,
  };
}
