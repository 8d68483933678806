import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { WaitingText } from '#app/core/conversations/messages/search-state.ts';
import { longId, shortId } from '#app/core/platform/ids.ts';
import { change, selectRows, type SqlValue } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Transaction, type Tx } from '#db/transaction.ts';
import type { MessageTokens } from './tokens/message-tokens.ts';

/** A message with its tokens. */
export type IndexedText = WaitingText & MessageTokens;

/** Rows of tokens in one statement. */
const ROWS = 1000;

/** Messages whose tokens are read at once: the tokens of one take up to half a millisecond. */
const READ_AT_ONCE = 50;

interface DocumentRow {
  message_id: Buffer;
  user_id: Buffer;
  tokens: Buffer;
}

/**
 * Writes the tokens of messages, which the caller has locked, in place of their earlier ones, also if these were
 * marked for deletion: the message was restored from the trash. Only rows that differ are written.
 */
export async function writeDocuments(tx: Transaction, texts: readonly IndexedText[]): Promise<void> {
  if (texts.length === 0) return;
  const earlier = await readTokens(
    tx,
    texts.map(({ id }) => id),
  );
  const added: SqlValue[][] = [];
  for (const { id, userId, tokens } of texts) {
    const before = new Set(earlier.get(id));
    const after = new Set(tokens);
    const gone = [...before].filter((token) => !after.has(token));
    if (gone.length > 0) await deleteTokens(tx, { userId: shortId(userId), messageId: shortId(id) }, gone);
    for (const token of after)
      if (!before.has(token)) added.push([shortId(userId), Buffer.from(token), shortId(id)]);
  }
  for (let at = 0; at < added.length; at += ROWS)
    await change(tx, 'INSERT IGNORE INTO search_tokens (user_id, token, message_id) VALUES ?', [
      added.slice(at, at + ROWS),
    ]);
  await change(
    tx,
    `INSERT INTO search_documents (message_id, user_id, conversation_id, digest, tokens, is_cut) VALUES ?
     ON DUPLICATE KEY UPDATE digest = VALUES(digest), tokens = VALUES(tokens), is_cut = VALUES(is_cut),
       is_removed = 0`,
    [
      texts.map(({ id, userId, conversationId, digest, tokens, isCut }) => [
        shortId(id),
        shortId(userId),
        shortId(conversationId),
        digest,
        deflateRawSync(tokens.join('\n')),
        isCut,
      ]),
    ],
  );
}

async function readTokens(tx: Tx, ids: string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await selectRows<DocumentRow>(
    tx,
    'SELECT message_id, user_id, tokens FROM search_documents WHERE message_id IN (?)',
    [ids.map(shortId)],
  );
  return new Map(rows.map((row) => [longId(row.message_id), listOf(row.tokens)]));
}

function listOf(stored: Buffer): string[] {
  const text = inflateRawSync(stored).toString('utf8');
  return text === '' ? [] : text.split('\n');
}

async function deleteTokens(
  tx: Transaction,
  { userId, messageId }: { userId: Buffer; messageId: Buffer },
  tokens: string[],
): Promise<void> {
  if (tokens.length === 0) return;
  await change(tx, 'DELETE FROM search_tokens WHERE user_id = ? AND token IN (?) AND message_id = ?', [
    userId,
    tokens.map((token) => Buffer.from(token)),
    messageId,
  ]);
}

/**
 * Deletes the index entries of some deleted messages. Several workers may do it at once.
 * @param max messages
 * @returns how many messages it were
 */
export function purgeRemoved(max: number): Promise<number> {
  return transaction(async (tx) => {
    const rows = await selectRows<DocumentRow>(
      tx,
      `SELECT message_id, user_id, tokens FROM search_documents WHERE is_removed = 1
       LIMIT ? FOR UPDATE SKIP LOCKED`,
      [max],
    );
    if (rows.length === 0) return 0;
    for (const row of rows)
      await deleteTokens(tx, { userId: row.user_id, messageId: row.message_id }, listOf(row.tokens));
    await change(tx, 'DELETE FROM search_documents WHERE message_id IN (?)', [
      rows.map((row) => row.message_id),
    ]);
    return rows.length;
  });
}

/** Has the index entries of these messages deleted by the next sweep. */
export async function markRemoved(ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await change(AUTOCOMMIT, 'UPDATE search_documents SET is_removed = 1 WHERE message_id IN (?)', [
    ids.map(shortId),
  ]);
}

/** Those of the messages that have a token with a beginning. They are read in parts: many can be long. */
export async function withBeginning(ids: readonly string[], beginning: string): Promise<string[]> {
  const matching: string[] = [];
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    const part = ids.slice(at, at + READ_AT_ONCE);
    const found = await readTokens(AUTOCOMMIT, part);
    matching.push(...part.filter((id) => found.get(id)?.some((token) => token.startsWith(beginning))));
  }
  return matching;
}

/** The digests of the indexed texts of messages, by their ids. */
export async function readDigests(ids: string[]): Promise<Map<string, Buffer>> {
  const rows = await selectRows<{ message_id: Buffer; digest: Buffer }>(
    AUTOCOMMIT,
    'SELECT message_id, digest FROM search_documents WHERE message_id IN (?) AND is_removed = 0',
    [ids.map(shortId)],
  );
  return new Map(rows.map((row) => [longId(row.message_id), row.digest]));
}

/** Ids of indexed messages in their order. @param page.after '' for the first page; userId: null for all accounts */
export async function pageDocuments(page: {
  after: string;
  max: number;
  userId: string | null;
}): Promise<string[]> {
  const rows = await selectRows<{ message_id: Buffer }>(
    AUTOCOMMIT,
    `SELECT message_id FROM search_documents WHERE message_id > ? AND is_removed = 0
     ${page.userId === null ? '' : 'AND user_id = ?'} ORDER BY message_id LIMIT ?`,
    [shortId(page.after), ...(page.userId === null ? [] : [shortId(page.userId)]), page.max],
  );
  return rows.map((row) => longId(row.message_id));
}

/**
 * Deletes index entries of an account, to erase it or to build its index anew.
 * @param max max rows of each table at a time
 * @returns how many rows were deleted
 */
export async function eraseIndex(userId: string, max: number): Promise<number> {
  const tokens = await change(AUTOCOMMIT, 'DELETE FROM search_tokens WHERE user_id = ? LIMIT ?', [
    shortId(userId),
    max,
  ]);
  if (tokens > 0) return tokens;
  return change(AUTOCOMMIT, 'DELETE FROM search_documents WHERE user_id = ? LIMIT ?', [shortId(userId), max]);
}
