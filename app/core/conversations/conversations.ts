import type { ChatConversation } from '#app/contracts/chat.ts';
import { AppError } from '#app/contracts/errors.ts';
import { isId } from '#app/core/platform/ids.ts';
import { Conversation } from '#db/models/conversations.ts';
import { selectCount, selectRow, selectRows } from '#db/sql.ts';
import type { Autocommit, Tx } from '#db/transaction.ts';

/** The columns of `conversations` that lists and responses show. */
export interface ConversationRow {
  id: string;
  user_id: string;
  title: string;
  endpoint: string;
  model: string;
  pinned_at: Date | null;
  archived_at: Date | null;
  folder_id: string | null;
  expires_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = `id, user_id, title, endpoint, model, pinned_at, archived_at, folder_id, expires_at, created_at,
  updated_at`;

const PAGE_SIZE = 30;

interface ConversationPage {
  conversations: ChatConversation[];
  /** The cursor of the next page; null at the end of the list. */
  nextCursor: string | null;
}

/** A conversation in its owner's data export; its messages are read by `listMessages`. */
interface StoredConversation {
  id: string;
  clientId: string | null;
  title: string;
  endpoint: string;
  model: string;
  /** The parameters that its messages are sent with; null for none. */
  options: unknown;
  /** The last message of the shown branch; null: the newest. */
  leafId: string | null;
  pinnedAt: Date | null;
  archivedAt: Date | null;
  /** The end of a temporary chat. */
  expiresAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

type Row = Omit<StoredConversation, 'options'> & { options: string | null };

/**
 * Finds a conversation of this user.
 * @throws AppError not_found for an id that is unknown, malformed or belongs to another user: the three are
 * indistinguishable. A temporary chat is not found after its end, whether or not it is deleted already.
 */
export async function findConversation(
  tx: Autocommit,
  { userId, conversationId }: { userId: string; conversationId: string },
): Promise<Conversation> {
  const found = isId(conversationId)
    ? await Conversation.findOne({ where: { id: conversationId, userId }, transaction: tx })
    : null;
  const hasEnded = found !== null && found.expiresAt !== null && found.expiresAt <= new Date();
  if (!found || hasEnded) throw new AppError('not_found', { param: 'conversationId' });
  return found;
}

/** True when the user has at least one conversation. */
export async function hasConversations(tx: Tx, userId: string): Promise<boolean> {
  const row = await selectRow(tx, 'SELECT 1 FROM conversations WHERE user_id = ? LIMIT 1', [userId]);
  return row !== undefined;
}

/** The number of a user's conversations. */
export function countConversations(tx: Tx, userId: string): Promise<number> {
  return selectCount(tx, 'SELECT COUNT(*) FROM conversations WHERE user_id = ?', [userId]);
}

/** Titles by id, of those conversations that exist and belong to the user. */
export async function readTitles(
  tx: Tx,
  { userId, ids }: { userId: string; ids: readonly string[] },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await selectRows<{ id: string; title: string }>(
    tx,
    'SELECT id, title FROM conversations WHERE id IN (?) AND user_id = ?',
    [[...ids], userId],
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Converts a row to the form of the API and the pages. */
export function toChatConversation(row: ConversationRow): ChatConversation {
  return {
    conversationId: row.id,
    title: row.title,
    endpoint: row.endpoint,
    model: row.model,
    user: row.user_id,
    pinned: row.pinned_at !== null,
    archived: row.archived_at !== null,
    folderId: row.folder_id,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

interface ListQuery {
  userId: string;
  /** `nextCursor` of the previous page; absent or null for the first page. */
  cursor?: string | null;
  limit?: number;
  /** Only conversations with this text in their title, in any case. */
  search?: string;
  /** Default: `list`. */
  place?: ListedPlace;
}

/**
 * Conversations that are listed together: those of the main list, which are neither archived nor in a folder, those of
 * the archive or of a folder, or all. Temporary ones are in none.
 */
export type ListedPlace = 'list' | 'archive' | 'all' | { folderId: string };

const CONDITION_OF = {
  list: 'AND archived_at IS NULL AND folder_id IS NULL',
  archive: 'AND archived_at IS NOT NULL',
  all: '',
};

/**
 * Lists a user's conversations, the most recently used first.
 * @throws AppError invalid_request for a cursor that this function did not return.
 */
export async function listConversations(
  tx: Tx,
  { userId, cursor, limit = PAGE_SIZE, search = '', place = 'list' }: ListQuery,
): Promise<ConversationPage> {
  const after = cursor ? readListCursor(cursor) : null;
  const pattern = search === '' ? null : `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const rows = await selectRows<ConversationRow>(
    tx,
    `SELECT ${COLUMNS} FROM conversations
     WHERE user_id = ? AND expires_at IS NULL ${after ? 'AND updated_at <= ? AND (updated_at < ? OR id < ?)' : ''}
       ${pattern === null ? '' : 'AND title LIKE ?'}
       ${typeof place === 'string' ? CONDITION_OF[place] : 'AND archived_at IS NULL AND folder_id = ?'}
     ORDER BY updated_at DESC, id DESC LIMIT ?`,
    [
      userId,
      ...(after ? [after.updatedAt, after.updatedAt, after.id] : []),
      ...(pattern === null ? [] : [pattern]),
      ...(typeof place === 'string' ? [] : [place.folderId]),
      limit + 1,
    ],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    conversations: shown.map(toChatConversation),
    nextCursor: rows.length > limit && last ? `${last.updated_at.getTime()}.${last.id}` : null,
  };
}

/** The titles of a user's conversations, the most recently used first, without temporary ones. */
export async function listTitles(
  tx: Tx,
  { userId, max }: { userId: string; max: number },
): Promise<Pick<ChatConversation, 'conversationId' | 'title' | 'archived' | 'updatedAt'>[]> {
  const rows = await selectRows<Pick<ConversationRow, 'id' | 'title' | 'archived_at' | 'updated_at'>>(
    tx,
    `SELECT id, title, archived_at, updated_at FROM conversations
     WHERE user_id = ? AND expires_at IS NULL ORDER BY updated_at DESC, id DESC LIMIT ?`,
    [userId, max],
  );
  return rows.map((row) => ({
    conversationId: row.id,
    title: row.title,
    archived: row.archived_at !== null,
    updatedAt: row.updated_at.toISOString(),
  }));
}

/** Lists the pinned conversations of a user, the last pinned first. */
export async function listPinned(tx: Tx, userId: string): Promise<ChatConversation[]> {
  const rows = await selectRows<ConversationRow>(
    tx,
    `SELECT ${COLUMNS} FROM conversations WHERE user_id = ? AND pinned_at IS NOT NULL ORDER BY pinned_at DESC`,
    [userId],
  );
  return rows.map(toChatConversation);
}

function readListCursor(cursor: string): { updatedAt: Date; id: string } {
  const [time, id] = cursor.split('.', 2);
  if (!/^\d{1,15}$/.test(time ?? '') || !isId(id)) throw new AppError('invalid_request', { param: 'cursor' });
  return { updatedAt: new Date(Number(time)), id };
}

/**
 * Lists conversations of a user in the order of their ids, which unlike the order of use does not change
 * meanwhile.
 * @param page.after the last id of the previous page; '' for the first page
 */
export async function pageConversations(
  tx: Tx,
  { userId, after, max }: { userId: string; after: string; max: number },
): Promise<StoredConversation[]> {
  const rows = await selectRows<Row>(
    tx,
    `SELECT c.id, client_id AS clientId, title, endpoint, model, options, leaf_id AS leafId,
       pinned_at AS pinnedAt, archived_at AS archivedAt, expires_at AS expiresAt, created_at AS createdAt,
       updated_at AS updatedAt
     FROM (SELECT id FROM conversations WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?) page
     JOIN conversations c ON c.id = page.id ORDER BY c.id`,
    [userId, after, max],
  );
  return rows.map((row) => ({
    ...row,
    options: row.options === null ? null : (JSON.parse(row.options) as unknown),
  }));
}
