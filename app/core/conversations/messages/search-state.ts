import { change, selectCount, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Transaction, type Tx } from '#db/transaction.ts';

/**
 * Values of `search_state`. Every statement that changes the text of a message sets it, so that the index of
 * the search follows without a statement of its own.
 */
export const TO_INDEX = 0;
export const INDEXED = 1;
/** A reply whose text is stored when it ends. */
export const BEING_WRITTEN = 2;

/**
 * True for a message that a search may find, in a statement that reads `messages`: its conversation is not in the
 * trash and not temporary.
 */
const IS_SEARCHABLE =
  'EXISTS (SELECT 1 FROM conversations c WHERE c.id = messages.conversation_id AND c.expires_at IS NULL)';

/** A message that is to be indexed, without its text. */
export interface WaitingMessage {
  id: string;
  userId: string;
  bytes: number;
}

/** The text of a message that is to be indexed. */
export interface WaitingText {
  id: string;
  userId: string;
  conversationId: string;
  text: string;
  /** MD5 of the text. */
  digest: Buffer;
}

/** A message that is locked for its indexing. */
export interface LockedMessage {
  /** MD5 of the text. */
  digest: Buffer;
  /** False for a message that no search may find: it gets no index entry. */
  isSearchable: boolean;
}

/** Accounts with messages to index, in the order of their ids. @param after '' for the first ones */
export async function listWaitingAccounts(after: string, max: number): Promise<string[]> {
  const rows = await selectRows<{ user_id: string }>(
    AUTOCOMMIT,
    `SELECT DISTINCT user_id FROM messages WHERE search_state = ${TO_INDEX} AND user_id > ?
     ORDER BY user_id LIMIT ?`,
    [after, max],
  );
  return rows.map((row) => row.user_id);
}

/** The first messages of each of the accounts that are to be indexed. @param max messages of one account */
export async function listWaitingMessages(
  userIds: readonly string[],
  max: number,
): Promise<WaitingMessage[]> {
  if (userIds.length === 0) return [];
  const each = `(SELECT id, user_id AS userId, LENGTH(text) AS bytes FROM messages
     WHERE search_state = ${TO_INDEX} AND user_id = ? ORDER BY id LIMIT ?)`;
  return selectRows(
    AUTOCOMMIT,
    userIds.map(() => each).join(' UNION ALL '),
    userIds.flatMap((userId) => [userId, max]),
  );
}

/** The texts of messages that still are to be indexed; '' in place of the text of one that no search may find. */
export function readWaitingTexts(ids: string[]): Promise<WaitingText[]> {
  return selectRows(
    AUTOCOMMIT,
    `SELECT id, user_id AS userId, conversation_id AS conversationId, IF(${IS_SEARCHABLE}, text, '') AS text,
       UNHEX(MD5(text)) AS digest
     FROM messages WHERE id IN (?) AND search_state = ${TO_INDEX}`,
    [ids],
  );
}

/**
 * Locks those of the messages that exist, still are to be indexed and are not locked by another transaction.
 * @returns their state, by id
 */
export async function lockWaiting(tx: Transaction, ids: string[]): Promise<Map<string, LockedMessage>> {
  const rows = await selectRows<{ id: string; digest: Buffer }>(
    tx,
    `SELECT id, UNHEX(MD5(text)) AS digest FROM messages FORCE INDEX (PRIMARY)
     WHERE id IN (?) AND search_state = ${TO_INDEX} ORDER BY id FOR UPDATE SKIP LOCKED`,
    [ids],
  );
  const searchable = await findSearchable(
    tx,
    rows.map(({ id }) => id),
  );
  return new Map(rows.map(({ id, digest }) => [id, { digest, isSearchable: searchable.has(id) }]));
}

/** Marks locked messages as indexed. */
export async function markIndexed(tx: Transaction, ids: string[]): Promise<void> {
  await change(tx, `UPDATE messages SET search_state = ${INDEXED} WHERE id IN (?)`, [ids]);
}

/** Number of messages that are to be indexed, at most `max`. */
export function countWaiting(tx: Tx, max: number): Promise<number> {
  return selectCount(
    tx,
    `SELECT COUNT(*) FROM (SELECT 1 FROM messages WHERE search_state = ${TO_INDEX} LIMIT ?) some`,
    [max],
  );
}

/** A message as the comparison of the index with the messages reads it. */
interface ComparedMessage {
  id: string;
  state: number;
  /** False for a reply that is being written. */
  isSettled: number;
  isSearchable: number;
  digest: Buffer;
}

/** Messages in the order of their ids, of one account or of all. @param page.after '' for the first page */
export function pageForComparison(page: {
  after: string;
  max: number;
  userId: string | null;
}): Promise<ComparedMessage[]> {
  return selectRows(
    AUTOCOMMIT,
    `SELECT id, search_state AS state, UNHEX(MD5(text)) AS digest,
       is_created_by_user = 1 OR generation_id IS NULL OR finish_reason IS NOT NULL OR error_code IS NOT NULL
         AS isSettled,
       ${IS_SEARCHABLE} AS isSearchable
     FROM messages WHERE id > ? ${page.userId === null ? '' : 'AND user_id = ?'} ORDER BY id LIMIT ?`,
    page.userId === null ? [page.after, page.max] : [page.after, page.userId, page.max],
  );
}

/** Has messages indexed again. */
export async function indexAgain(ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await change(
    AUTOCOMMIT,
    `UPDATE messages FORCE INDEX (PRIMARY) SET search_state = ${TO_INDEX} WHERE id IN (?) ORDER BY id`,
    [ids],
  );
}

/** Those of the ids that are messages which a search may find. */
export async function findSearchable(tx: Tx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await selectRows<{ id: string }>(
    tx,
    `SELECT id FROM messages WHERE id IN (?) AND ${IS_SEARCHABLE}`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}
