import { DEFAULT_TITLE, ROOT_ID } from '#app/contracts/chat.ts';
import { titleWords } from '#app/core/conversations/title-words.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { guard, GuardFailure } from '#db/optimistic-locking.ts';
import { casesById, selectRows, write, type SqlValue } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import { attachFiles, type Attachment } from './message-files.ts';
import { BEING_WRITTEN, TO_INDEX } from './search-state.ts';

/** The additions of one send to a conversation. All ids are ours and new, except those of existing rows. */
export interface Append {
  userId: string;
  conversation: {
    id: string;
    isNew: boolean;
    /** Position of its next message, when it was read. */
    nextPosition: number;
    endpoint: string;
    model: string;
    /** JSON of the parameters of its messages, null for none; absent: unchanged. */
    options?: string | null;
    /** The end of a new temporary chat. */
    expiresAt?: Date | null;
  };
  /** The new user message, or null when an existing one is answered again or a reply is continued. */
  prompt: {
    id: string;
    parentId: string;
    clientId: string | null;
    text: string;
    tokens: number;
    /** Files that are sent with it. */
    files: readonly FileRecord[];
  } | null;
  /** The reply: a new empty message under `parentId`, or an existing one that is generated again. */
  reply: {
    id: string;
    parentId: string;
    isNew: boolean;
    sender: string;
    text: string;
    omittedMessages: number;
    omittedPictures: number;
  };
  generationId: string;
  /** Makes repeats idempotent: unique per user. */
  sendRef: string | null;
}

/**
 * Locks the conversations of many sends, in id order.
 * @returns owner and next position of each conversation that exists.
 */
export async function lockConversations(
  tx: Transaction,
  ids: string[],
): Promise<Map<string, KnownConversation>> {
  if (ids.length === 0) return new Map();
  const rows = await selectRows<{ id: string; user_id: string; next_position: number }>(
    tx,
    'SELECT id, user_id, next_position FROM conversations WHERE id IN (?) ORDER BY id FOR UPDATE',
    [[...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, { userId: row.user_id, nextPosition: row.next_position }]));
}

/** A conversation as a send has read it, or as it is locked. */
export interface KnownConversation {
  userId: string;
  nextPosition: number;
}

/**
 * The existing conversations of many sends as these have read them.
 * @throws GuardFailure if two sends have read different states of one
 */
export function conversationsAsRead(appends: readonly Append[]): Map<string, KnownConversation> {
  const read = new Map<string, KnownConversation>();
  for (const { userId, conversation } of appends) {
    const { id, isNew, nextPosition } = conversation;
    if (isNew) continue;
    const other = read.get(id);
    if (other && (other.userId !== userId || other.nextPosition !== nextPosition))
      throw new GuardFailure('two sends have read different states of a conversation');
    read.set(id, { userId, nextPosition });
  }
  return read;
}

/**
 * Locks conversations, in id order, and fails (`isGuardFailure`) unless each has its owner still, and no messages
 * since it was read; the result is not awaited.
 */
export async function requireConversations(
  tx: Transaction,
  read: ReadonlyMap<string, KnownConversation>,
): Promise<void> {
  if (read.size === 0) return;
  await write(
    tx,
    `SELECT CASE WHEN COUNT(*) = ? THEN 1 ELSE ${guard('conversation')} END FROM conversations FORCE INDEX (PRIMARY)
     WHERE id IN (?) AND (id, user_id, next_position) IN (?) ORDER BY id FOR UPDATE`,
    [
      read.size,
      [...read.keys()],
      [...read].map(([id, { userId, nextPosition }]) => [id, userId, nextPosition]),
    ],
  );
}

/**
 * Writes the additions of many sends: new conversations, user messages, empty replies, and the new shown
 * branch. The caller holds the locks and has checked who may write.
 * @param locked the existing conversations
 * @param now the time of creation and change in every row
 */
export async function appendAll(
  tx: Transaction,
  appends: Append[],
  locked: ReadonlyMap<string, { nextPosition: number }>,
  now: Date,
): Promise<void> {
  if (appends.length === 0) return;
  const opened = appends.filter((one) => one.conversation.isNew);
  if (opened.length > 0) await insertConversations(tx, opened, now);
  const positions = new Map([...locked].map(([id, { nextPosition }]) => [id, nextPosition]));
  const rows = appends.flatMap((one) => messageRows(one, positions, now));
  if (rows.length > 0) await insertMessages(tx, rows);
  await attachFiles(tx, appends.flatMap(attachmentsOf));
  await chooseMessages(tx, appends);
  for (const one of appends) if (!one.reply.isNew) await resetReply(tx, one, now);
  await updateConversations(tx, appends, positions, now);
}

async function insertConversations(tx: Transaction, opened: Append[], now: Date): Promise<void> {
  const rows = opened.map(({ userId, conversation, prompt }): SqlValue[] => [
    conversation.id,
    userId,
    prompt ? titleWords(prompt.text) : DEFAULT_TITLE,
    prompt ? 'words' : 'default',
    conversation.endpoint,
    conversation.model,
    conversation.options ?? null,
    conversation.expiresAt ?? null,
    now,
    now,
  ]);
  await write(
    tx,
    `INSERT INTO conversations (id, user_id, title, title_source, endpoint, model, options, expires_at, created_at,
       updated_at) VALUES ?`,
    [rows],
  );
}

function messageRows(append: Append, positions: Map<string, number>, now: Date): SqlValue[][] {
  const { userId, conversation, prompt, reply, generationId, sendRef } = append;
  let position = positions.get(conversation.id) ?? 1;
  const rows: SqlValue[][] = [];
  const common = [conversation.endpoint, conversation.model, now, now];
  if (prompt) {
    const { id, parentId, clientId, text, tokens, files } = prompt;
    rows.push([
      id,
      userId,
      conversation.id,
      position,
      parentId,
      clientId,
      sendRef,
      generationId,
      1,
      'User',
      text,
      tokens,
      0,
      reply.id,
      0,
      0,
      files.length,
      TO_INDEX,
      ...common,
    ]);
    position += 1;
  }
  if (reply.isNew) {
    const ref = prompt ? null : sendRef;
    rows.push([
      reply.id,
      userId,
      conversation.id,
      position,
      reply.parentId,
      null,
      ref,
      generationId,
      0,
      reply.sender,
      reply.text,
      null,
      1,
      null,
      reply.omittedMessages,
      reply.omittedPictures,
      0,
      BEING_WRITTEN,
      ...common,
    ]);
    position += 1;
  }
  positions.set(conversation.id, position);
  return rows;
}

function attachmentsOf({ userId, conversation, prompt }: Append): Attachment[] {
  if (!prompt) return [];
  const at = { messageId: prompt.id, userId, conversationId: conversation.id };
  return prompt.files.map((file, place) => ({ ...at, place, fileId: file.id }));
}

async function insertMessages(tx: Transaction, rows: SqlValue[][]): Promise<void> {
  await write(
    tx,
    `INSERT INTO messages (id, user_id, conversation_id, position, parent_id, client_id, send_ref, generation_id,
       is_created_by_user, sender, text, tokens, unfinished, chosen_child_id,
       omitted_messages, omitted_pictures, file_count, search_state, endpoint, model, created_at, updated_at)
     VALUES ?`,
    [rows],
  );
}

/** The message of an append that comes first in its branch. */
const topOf = ({ prompt, reply }: Append) => prompt ?? { id: reply.id, parentId: reply.parentId };

/** Makes the new messages the shown branch, among the children of a message. */
async function chooseMessages(tx: Transaction, appends: readonly Append[]): Promise<void> {
  const below = appends.map(topOf).filter(({ parentId }) => parentId !== ROOT_ID);
  const chosen = new Map(below.map(({ id, parentId }) => [parentId, id]));
  if (chosen.size === 0) return;
  const [cases, values] = casesById(chosen, 'chosen_child_id');
  await write(tx, `UPDATE messages SET chosen_child_id = ${cases} WHERE id IN (?)`, [
    ...values,
    [...chosen.keys()],
  ]);
}

/** Empties an existing reply that is generated again. */
async function resetReply(tx: Transaction, append: Append, now: Date): Promise<void> {
  const { conversation, reply, generationId, sendRef } = append;
  const { id, text, omittedMessages, omittedPictures } = reply;
  await write(
    tx,
    `UPDATE messages SET is_edited = is_edited OR text <> CAST(? AS BINARY), text = ?, generation_id = ?, send_ref = ?, unfinished = 1, cancelled = 0, finish_reason = NULL,
       error_code = NULL, error_detail = NULL, suggestions = NULL, omitted_messages = ?, omitted_pictures = ?, search_state = ${BEING_WRITTEN}, model = ?, updated_at = ? WHERE id = ?`,
    [text, text, generationId, sendRef, omittedMessages, omittedPictures, conversation.model, now, id],
  );
}

/** Moves the conversations to the top of their lists, each with the settings and the end of its last append. */
async function updateConversations(
  tx: Transaction,
  appends: readonly Append[],
  positions: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const roots = appends.filter((one) => topOf(one).parentId === ROOT_ID);
  const withOptions = appends.filter(({ conversation }) => conversation.options !== undefined);
  const valueOf = (some: readonly Append[], value: (append: Append) => SqlValue) =>
    new Map(some.map((one) => [one.conversation.id, value(one)]));
  const ids = new Set(appends.map(({ conversation }) => conversation.id));
  const columns = Object.entries({
    next_position: valueOf(appends, ({ conversation }) => positions.get(conversation.id) ?? 1),
    leaf_id: valueOf(appends, ({ reply }) => reply.id),
    chosen_root_id: valueOf(roots, (one) => topOf(one).id),
    endpoint: valueOf(appends, ({ conversation }) => conversation.endpoint),
    model: valueOf(appends, ({ conversation }) => conversation.model),
    options: valueOf(withOptions, ({ conversation }) => conversation.options ?? null),
  }).flatMap(([name, values]) => (values.size === 0 ? [] : [[name, ...casesById(values, name)] as const]));
  await write(
    tx,
    `UPDATE conversations SET ${columns.map(([name, cases]) => `${name} = ${cases}`).join(', ')},
       archived_at = NULL, updated_at = ? WHERE id IN (?)`,
    [...columns.flatMap(([, , values]) => values), now, [...ids]],
  );
}

/**
 * Locks conversations, in id order, in one round trip with the transaction's next statement and before it.
 * Every change of messages and every end of a reply takes these locks first: a deletion of a conversation
 * holds them for long.
 */
export async function lockConversationsWithNext(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await write(tx, 'SELECT id FROM conversations WHERE id IN (?) ORDER BY id FOR UPDATE', [[...new Set(ids)]]);
}
