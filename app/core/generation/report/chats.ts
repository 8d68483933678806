import { CHATS_SIZE, type ChatUsagePage } from '#app/contracts/usage/activity.ts';
import { readTitles } from '#app/core/conversations/conversations.ts';
import { lowestIdAt } from '#app/core/platform/ids.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { callsOf, matching, type CallFilter } from './calls.ts';

interface ChatQuery extends CallFilter {
  userId: string;
  /** The first request of the page, `older` of the page before. */
  until?: string | undefined;
}

interface Sizes {
  /** Chats of a page. */
  page: number;
  /** Requests of any kind that are searched for chats on one page. */
  searched: number;
  /** Max groups of chats, each as large as a page, that are summed for one page. */
  groups: number;
}

const SIZES: Sizes = { page: CHATS_SIZE, searched: 4000, groups: 4 };

/** A chat that the search has found, by its newest request there. */
interface FoundChat {
  id: string;
  newest: string;
}

interface SumRow {
  id: string;
  requests: string;
  cost_micro: string | null;
  newest: string;
  last_at: Date;
}

/**
 * Lists the chats of a user by their newest request within a period, with the sums of all their requests in it.
 * The search reads a limited number of the user's calls; the sums read those of the chats on the page. A chat
 * that was used after the first request of the page is on an earlier page, and is left out.
 */
export async function listChats(tx: Tx, query: ChatQuery, sizes: Sizes = SIZES): Promise<ChatUsagePage> {
  const found = await searchChats(tx, query, sizes.searched);
  const sums: SumRow[] = [];
  let summed = 0;
  for (let group = 0; group < sizes.groups && summed < found.length && sums.length < sizes.page; group += 1) {
    const ids = found.slice(summed, summed + sizes.page).map(({ id }) => id);
    const own = (await sumChats(tx, query, ids)).filter(({ newest }) => newest <= (query.until ?? newest));
    const place = new Map(own.map((row) => [row.id, row]));
    for (const id of ids) {
      const row = place.get(id);
      if (row && sums.length === sizes.page) break;
      if (row) sums.push(row);
      summed += 1;
    }
  }
  const older = found[summed]?.newest ?? (await firstUnsearched(tx, query, sizes.searched));
  const titles = await readTitles(tx, { userId: query.userId, ids: sums.map(({ id }) => id) });
  const chats = sums.map((row) => ({
    conversationId: row.id,
    title: titles.get(row.id) ?? null,
    requests: Number(row.requests),
    costMicro: String(row.cost_micro ?? 0),
    lastAt: row.last_at.toISOString(),
  }));
  return { chats, older };
}

/** Finds the chats among a number of calls, the last used first. */
function searchChats(tx: Tx, query: ChatQuery, searched: number): Promise<FoundChat[]> {
  const { from, values } = callsOf(query, query);
  const wanted = matching(query);
  return selectRows<FoundChat>(
    tx,
    `SELECT g.conversation_id AS id, MAX(g.id) AS newest
     FROM (SELECT id ${from} LIMIT ?) AS near JOIN generations g ON g.id = near.id
     WHERE g.target = 'message' AND g.conversation_id IS NOT NULL${wanted.and}
     GROUP BY g.conversation_id ORDER BY newest DESC`,
    [...values, searched, ...wanted.values],
  );
}

/** The call after those that were searched; null if there is none. */
async function firstUnsearched(tx: Tx, query: ChatQuery, searched: number): Promise<string | null> {
  const { from, values } = callsOf(query, query);
  const statement = `SELECT id ${from} LIMIT 1 OFFSET ?`;
  return (await selectRow<{ id: string }>(tx, statement, [...values, searched]))?.id ?? null;
}

/** Sums the requests of chats within the period. */
function sumChats(tx: Tx, query: ChatQuery, ids: readonly string[]): Promise<SumRow[]> {
  const { userId, since } = query;
  const wanted = matching(query);
  return selectRows<SumRow>(
    tx,
    `SELECT g.conversation_id AS id, COUNT(*) AS requests, SUM(g.charged_micro) AS cost_micro, MAX(g.id) AS newest,
       MAX(g.created_at) AS last_at
     FROM generations g FORCE INDEX (generations_conversation)
     WHERE g.conversation_id IN (?) AND g.user_id = ? AND g.target = 'message' AND g.id >= ?${wanted.and}
     GROUP BY g.conversation_id`,
    [[...ids], userId, since ? lowestIdAt(since) : '', ...wanted.values],
  );
}
