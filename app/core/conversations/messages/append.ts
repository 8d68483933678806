import { DEFAULT_TITLE, ROOT_ID } from '#app/contracts/chat.ts';
import { titleWords } from '#app/core/conversations/title-words.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { selectRows, write, type SqlValue } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import { attachFiles, type Attachment } from './message-files.ts';
import { BEING_WRITTEN, TO_INDEX } from './search-state.ts';

/** The additions of one send to a conversation. All ids are ours and new, except those of existing rows. */
export interface Append {
  userId: string;
  conversation: {
    id: string;
    isNew: boolean;
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
): Promise<Map<string, { userId: string; nextPosition: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await selectRows<{ id: string; user_id: string; next_position: number }>(
    tx,
    'SELECT id, user_id, next_position FROM conversations WHERE id IN (?) ORDER BY id FOR UPDATE',
    [[...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, { userId: row.user_id, nextPosition: row.next_position }]));
}

/**
 * Writes the additions of many sends: new conversations, user messages, empty replies, and the new shown
 * branch. The caller holds the locks and has checked who may write.
 * @param now the time of creation and change in every row
 */
export async function appendAll(
  tx: Transaction,
  appends: Append[],
  locked: Map<string, { nextPosition: number }>,
  now: Date,
): Promise<void> {
  if (appends.length === 0) return;
  const opened = appends.filter((one) => one.conversation.isNew);
  if (opened.length > 0) await insertConversations(tx, opened, now);
  const positions = new Map([...locked].map(([id, { nextPosition }]) => [id, nextPosition]));
  const rows = appends.flatMap((one) => messageRows(one, positions, now));
  if (rows.length > 0) await insertMessages(tx, rows);
  await attachFiles(tx, appends.flatMap(attachmentsOf));
  for (const one of appends) await linkBranch(tx, one, positions.get(one.conversation.id) ?? 1, now);
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

/**
 * Makes the new messages the shown branch, resets an existing reply, and moves the conversation to the top.
 */
async function linkBranch(tx: Transaction, append: Append, nextPosition: number, now: Date): Promise<void> {
  const { conversation, prompt, reply, generationId, sendRef } = append;
  const top = prompt ?? { id: reply.id, parentId: reply.parentId };
  const chosenRoot = top.parentId === ROOT_ID ? top.id : null;
  if (!chosenRoot) {
    await write(tx, 'UPDATE messages SET chosen_child_id = ? WHERE id = ?', [top.id, top.parentId]);
  }
  if (!reply.isNew) {
    await write(
      tx,
      `UPDATE messages SET is_edited = is_edited OR text <> CAST(? AS BINARY), text = ?, generation_id = ?, send_ref = ?, unfinished = 1, cancelled = 0, finish_reason = NULL,
         error_code = NULL, error_detail = NULL, suggestions = NULL, omitted_messages = ?, omitted_pictures = ?, search_state = ${BEING_WRITTEN}, model = ?, updated_at = ? WHERE id = ?`,
      [
        reply.text,
        reply.text,
        generationId,
        sendRef,
        reply.omittedMessages,
        reply.omittedPictures,
        conversation.model,
        now,
        reply.id,
      ],
    );
  }
  const { id, endpoint, model, options } = conversation;
  await write(
    tx,
    `UPDATE conversations SET next_position = ?, leaf_id = ?, chosen_root_id = COALESCE(?, chosen_root_id), endpoint = ?,
       model = ?, options = IF(?, ?, options), archived_at = NULL, updated_at = ? WHERE id = ?`,
    [
      nextPosition,
      reply.id,
      chosenRoot,
      endpoint,
      model,
      options === undefined ? 0 : 1,
      options ?? null,
      now,
      id,
    ],
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
