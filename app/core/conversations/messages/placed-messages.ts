import { ROOT_ID, type ChatMessage } from '#app/contracts/chat.ts';
import { AppError } from '#app/contracts/errors.ts';
import { isId } from '#app/core/platform/ids.ts';
import type { Conversation } from '#db/models/conversations.ts';
import { lookUpRow, lookUpRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { MESSAGE_COLUMNS, viewMessages, type MessageRow } from './message.ts';

/** The fields of a conversation that are read with its messages, and their columns. */
const FIELDS = {
  id: 'id',
  userId: 'user_id',
  title: 'title',
  endpoint: 'endpoint',
  model: 'model',
  options: 'options',
  leafId: 'leaf_id',
  nextPosition: 'next_position',
  pinnedAt: 'pinned_at',
  archivedAt: 'archived_at',
  folderId: 'folder_id',
  expiresAt: 'expires_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Partial<Record<keyof Conversation, string>>;

const COLUMNS = Object.entries(FIELDS).map(([field, column]) => `c.${column} AS \`in ${field}\``);

/** A conversation as it is read with its messages. */
export type ConversationFields = Pick<Conversation, keyof typeof FIELDS>;

type Row = MessageRow & Record<string, unknown>;

interface InConversation {
  userId: string;
  conversationId: string;
}

/**
 * Reads a conversation with one of its messages, in one statement.
 * @param at.messageId ROOT_ID: no message; null: the last message of the shown branch
 * @returns `message` is null for the root, and in a conversation without messages
 * @throws AppError not_found if the message, the conversation and the user do not belong together, or after the
 *   end of a temporary chat
 */
export async function findPlaced(
  tx: Tx,
  { userId, conversationId, messageId }: InConversation & { messageId: string | null },
): Promise<{ conversation: ConversationFields; message: MessageRow | null }> {
  if (!isId(conversationId)) throw new AppError('not_found', { param: 'conversationId' });
  if (messageId !== null && !isId(messageId)) throw new AppError('not_found', { param: 'messageId' });
  const last = `COALESCE(c.leaf_id,
    (SELECT id FROM messages WHERE conversation_id = c.id ORDER BY position DESC LIMIT 1))`;
  const row = await lookUpRow<Row>(
    tx,
    `SELECT ${COLUMNS.join(', ')}, ${MESSAGE_COLUMNS} FROM conversations c
     LEFT JOIN messages m
       ON m.id = ${messageId === null ? last : '?'} AND m.conversation_id = c.id AND m.user_id = c.user_id
     WHERE c.id = ? AND c.user_id = ? AND (c.expires_at IS NULL OR c.expires_at > ?)`,
    [...(messageId === null ? [] : [messageId]), conversationId, userId, new Date()],
  );
  if (!row) throw new AppError('not_found', { param: 'conversationId' });
  const conversation = conversationOf(row);
  const message = row.id === null ? null : row;
  if (message === null && messageId !== ROOT_ID && (messageId ?? conversation.leafId) !== null)
    throw new AppError('not_found', { param: 'messageId' });
  return { conversation, message };
}

/**
 * Finds a reply in this user's conversation, with the message that it answers and the conversation.
 * @throws AppError not_found if one of them does not exist
 */
export async function findPair(
  tx: Tx,
  { userId, conversationId, replyMessageId }: InConversation & { replyMessageId: string },
): Promise<{ conversation: ConversationFields; prompt: ChatMessage; reply: ChatMessage }> {
  const rows = await lookUpRows<Row>(
    tx,
    `SELECT ${COLUMNS.join(', ')}, ${MESSAGE_COLUMNS} FROM messages m
       JOIN messages r ON r.id = ? AND m.id IN (r.id, r.parent_id)
       JOIN conversations c ON c.id = m.conversation_id AND c.user_id = m.user_id
     WHERE m.conversation_id = ? AND m.user_id = ? AND (c.expires_at IS NULL OR c.expires_at > ?)`,
    [replyMessageId, conversationId, userId, new Date()],
  );
  const messages = await viewMessages(tx, rows);
  const reply = messages.find(({ messageId }) => messageId === replyMessageId);
  const prompt = messages.find(({ messageId }) => messageId === reply?.parentMessageId);
  if (!reply || !prompt) throw new AppError('not_found', { param: 'messageId' });
  return { conversation: conversationOf(rows[0]!), prompt, reply };
}

function conversationOf(row: Row): ConversationFields {
  const fields = Object.keys(FIELDS).map((field) => [field, row[`in ${field}`]]);
  return Object.fromEntries(fields) as ConversationFields;
}
