import type { GenerationState } from '#app/contracts/generation.ts';
import {
  ACTIVITY_AHEAD,
  ACTIVITY_PAGES,
  ACTIVITY_SIZE,
  type ActivityLine,
  type ActivityPage,
} from '#app/contracts/usage/activity.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { selectCount, selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { callsOf, matching, usageOf, type CallFilter, type UsageColumns } from './calls.ts';

interface Row extends UsageColumns {
  id: string;
  user_id: string;
  target: string;
  state: GenerationState;
  model: string;
  provider: string;
  offer_id: string | null;
  api_key_id: string | null;
  application_id: string | null;
  charged_micro: string | null;
  own_key: number;
  attempts: string | null;
  created_at: Date;
  first_token_at: Date | null;
  finished_at: Date | null;
}

/** A page of a list. */
interface PageQuery extends CallFilter {
  /** From 1; a number beyond the last page returns the last page. */
  page: number;
  /** The first call of the list; newer ones are left out. */
  until?: string | undefined;
}

/** A page that was found, and its place in the list. */
interface FoundPage {
  /** Ids of its calls, newest first. */
  ids: string[];
  page: number;
  pages: number;
  until: string | null;
  older: string | null;
}

/** Max calls searched for those of a model or key; older ones form another list. */
const ACTIVITY_SEARCHED = 4000;

/** Max pages of all users' calls: no index covers them, so each skipped row is read. */
const ALL_USERS_PAGES = 1000;

/** Lists a page of calls, newest first. Only the rows of the page are read. */
export async function listActivity(tx: Tx, query: PageQuery): Promise<ActivityPage> {
  const { ids, ...place } = await findPage(tx, query);
  const rows = await selectRows<Row>(
    tx,
    `SELECT id, user_id, target, state, model, provider, offer_id, api_key_id, application_id, charged_micro, own_key,
       prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, token_usage, attempts, created_at,
       first_token_at, finished_at
     FROM generations WHERE id IN (?) ORDER BY id DESC`,
    [ids],
  );
  return { lines: rows.map(toLine), ...place };
}

function toLine(row: Row): ActivityLine {
  const since = (at: Date | null) => at && at.getTime() - row.created_at.getTime();
  return {
    id: row.id,
    userId: row.user_id,
    kind: targetOf(row).listedAs ?? 'api',
    state: row.state,
    model: row.model,
    provider: row.provider,
    offerId: row.offer_id,
    keyId: row.api_key_id,
    applicationId: row.application_id,
    usage: usageOf(row),
    chargedMicro: row.charged_micro,
    ownKey: row.own_key === 1,
    attempts: row.attempts === null ? 0 : (JSON.parse(row.attempts) as unknown[]).length,
    firstTokenMs: since(row.first_token_at),
    latencyMs: since(row.finished_at),
    createdAt: row.created_at.toISOString(),
  };
}

/**
 * Finds a page by the index alone. Pages before it are skipped, and at most `ACTIVITY_AHEAD` pages after it
 * are counted: the cost of a page depends on its number, and not on the number of calls.
 * @param options.max max pages of a list
 */
export async function findPage(
  tx: Tx,
  query: PageQuery,
  { max = query.userId === null ? ALL_USERS_PAGES : ACTIVITY_PAGES }: { max?: number } = {},
): Promise<FoundPage> {
  if (matching(query).and !== '') return findMatching(tx, query);
  let page = Math.min(query.page, max);
  let ids = await idsOf(tx, query, page);
  if (ids.length === 0 && page > 1) {
    page = Math.max(1, Math.ceil((await countUpTo(tx, query, (page - 1) * ACTIVITY_SIZE)) / ACTIVITY_SIZE));
    ids = await idsOf(tx, query, page);
  }
  const last = ids.at(-1);
  if (last === undefined) return { ids, page: 1, pages: 1, until: null, older: null };
  const until = page === 1 ? ids[0]! : (await newestOf(tx, query))!;
  return { ids, page, until, ...(await lookAhead(tx, query, { page, last, max })) };
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

async function countUpTo(tx: Tx, query: PageQuery, max: number): Promise<number> {
  const { from, values } = callsOf(query, query);
  return selectCount(tx, `SELECT COUNT(*) FROM (SELECT id ${from} LIMIT ?) AS own`, [...values, max]);
}

/**
 * Counts the following pages, up to a limit, and finds the first call after the last page that a list has.
 */
async function lookAhead(
  tx: Tx,
  query: PageQuery,
  { page, last, max }: { page: number; last: string; max: number },
): Promise<{ pages: number; older: string | null }> {
  const ahead = Math.min(ACTIVITY_AHEAD, max - page);
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
    older: calls > counted && page + ahead === max ? rest!.oldest : null,
  };
}

/** Finds all calls of a model or key within the searched range at once, and returns one page of them. */
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
