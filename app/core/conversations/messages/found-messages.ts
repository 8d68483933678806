import type { SearchFilters } from '#app/contracts/search.ts';
import { lowestIdAt } from '#app/core/platform/ids.ts';
import { selectRows, type SqlValue } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { readMessageFiles } from './message-files.ts';
import { INDEXED, TO_INDEX } from './search-state.ts';

/** A message that meets the filters of a search, without its text. */
export interface FilteredMessage {
  id: string;
  bytes: number;
  file_count: number;
}

/** A message with its text and the title of its conversation, as a search compares and shows it. */
export interface SearchedMessage {
  id: string;
  conversationId: string;
  title: string;
  isArchived: number;
  isCreatedByUser: number;
  sender: string;
  model: string | null;
  text: string;
  costMicro: string | null;
  fileCount: number;
  createdAt: Date;
}

const DAY_MS = 86_400_000;

/** A fence of code; code within a line does not count. */
const CODE = "m.text LIKE '%```%'";

/**
 * Those messages of an account that meet the filters, newest first, without those in the trash and in temporary
 * chats.
 */
export async function filterMessages(
  userId: string,
  ids: string[],
  filters: SearchFilters,
): Promise<FilteredMessage[]> {
  const [condition, values] = conditionOf(filters);
  const rows = await selectRows<FilteredMessage>(
    AUTOCOMMIT,
    `SELECT m.id, LENGTH(m.text) AS bytes, m.file_count FROM messages m
     JOIN conversations c ON c.id = m.conversation_id AND c.expires_at IS NULL
     WHERE m.id IN (?) AND m.user_id = ? ${condition} ORDER BY m.id DESC`,
    [ids, userId, ...values],
  );
  return filters.hasImage ? withImages(rows) : rows;
}

/**
 * Pages through all messages of an account, newest first.
 * @param page.before the last id of the previous page; null for the first page
 */
export async function pageMessageIds(
  userId: string,
  page: { before: string | null; max: number },
): Promise<string[]> {
  // One range of the index for each state: together they could not be read in order.
  const each = `(SELECT id FROM messages WHERE search_state = ? AND user_id = ?
    ${page.before === null ? '' : 'AND id < ?'} ORDER BY id DESC LIMIT ?)`;
  const rows = await selectRows<{ id: string }>(
    AUTOCOMMIT,
    `${each} UNION ALL ${each} ORDER BY id DESC LIMIT ?`,
    [
      ...[TO_INDEX, INDEXED].flatMap((state) => [
        state,
        userId,
        ...(page.before === null ? [] : [page.before]),
        page.max,
      ]),
      page.max,
    ],
  );
  return rows.map(({ id }) => id);
}

/** Reads messages that `filterMessages` has returned, newest first. */
export function readSearched(ids: string[]): Promise<SearchedMessage[]> {
  return selectRows(
    AUTOCOMMIT,
    `SELECT m.id, m.conversation_id AS conversationId, c.title, c.archived_at IS NOT NULL AS isArchived,
       m.is_created_by_user AS isCreatedByUser, m.sender, m.model, m.text, m.cost_micro AS costMicro,
       m.file_count AS fileCount, m.created_at AS createdAt
     FROM messages m JOIN conversations c ON c.id = m.conversation_id
     WHERE m.id IN (?) ORDER BY m.id DESC`,
    [ids],
  );
}

/** Conversations whose models a filter offers. */
const RECENT = 500;

/** The models of an account's newest conversations. */
export async function listUsedModels(userId: string): Promise<string[]> {
  const rows = await selectRows<{ model: string }>(
    AUTOCOMMIT,
    `SELECT DISTINCT model FROM (SELECT model FROM conversations WHERE user_id = ?
       ORDER BY updated_at DESC, id DESC LIMIT ${RECENT}) recent ORDER BY model`,
    [userId],
  );
  return rows.map(({ model }) => model);
}

/** The bounds of ids for the days of the filters: `[from, before)`; null without a bound. */
export function idBounds({ from, to }: SearchFilters): { from: string | null; before: string | null } {
  return {
    from: from === undefined ? null : lowestIdAt(new Date(from)),
    before: to === undefined ? null : lowestIdAt(new Date(Date.parse(to) + DAY_MS)),
  };
}

function conditionOf(filters: SearchFilters): [condition: string, values: SqlValue[]] {
  const { model, from, to, role, minCostMicro } = filters;
  const conditions: [string, ...SqlValue[]][] = [];
  if (model !== undefined) conditions.push(['m.model = ?', model]);
  if (from !== undefined) conditions.push(['m.created_at >= ?', new Date(from)]);
  if (to !== undefined) conditions.push(['m.created_at < ?', new Date(Date.parse(to) + DAY_MS)]);
  if (role !== undefined) conditions.push(['m.is_created_by_user = ?', role === 'me']);
  if (minCostMicro !== undefined) conditions.push(['m.cost_micro >= ?', minCostMicro]);
  if (filters.hasFile || filters.hasImage) conditions.push(['m.file_count > 0']);
  if (filters.hasCode) conditions.push([CODE]);
  const texts = conditions.map(([text]) => `AND ${text}`).join(' ');
  return [texts, conditions.flatMap(([, ...values]) => values)];
}

async function withImages(rows: FilteredMessage[]): Promise<FilteredMessage[]> {
  const files = await readMessageFiles(AUTOCOMMIT, rows);
  return rows.filter(({ id }) => files.get(id)?.some(({ kind }) => kind === 'image'));
}
