import { setTimeout as sleep } from 'node:timers/promises';
import { TEXT_MAX, type ChatMessage } from '#app/contracts/chat.ts';
import { AppError } from '#app/contracts/errors.ts';
import { isId } from '#app/core/platform/ids.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';
import { MESSAGE_COLUMNS, PAGE_BYTES, TEXT_BYTES_OF, viewMessages, type MessageRow } from './message.ts';
import { TO_INDEX } from './search-state.ts';

const PAGE_SIZE = 200;

/** A page of messages, and the `after` of the next page or null. */
export interface MessagePage {
  messages: ChatMessage[];
  next: number | null;
}

/**
 * Finds one message of a conversation of this user that is not in the trash.
 * @throws AppError not_found if the message, the conversation and the user do not belong together.
 */
export async function findMessage(
  tx: Tx,
  { userId, conversationId, messageId }: { userId: string; conversationId: string; messageId: string },
): Promise<MessageRow> {
  const row =
    isId(messageId) && isId(conversationId)
      ? await selectRow<MessageRow>(
          tx,
          `SELECT ${MESSAGE_COLUMNS} FROM messages m JOIN conversations c ON c.id = m.conversation_id
           WHERE m.id = ? AND m.conversation_id = ? AND m.user_id = ?`,
          [messageId, conversationId, userId],
        )
      : undefined;
  if (!row) throw new AppError('not_found', { param: 'messageId' });
  return row;
}

/** True if a message is the first of its conversation; false if it does not exist. */
export async function isFirstMessage(tx: Tx, messageId: string | null): Promise<boolean> {
  if (messageId === null) return false;
  const row = await selectRow<{ position: number }>(tx, 'SELECT position FROM messages WHERE id = ?', [
    messageId,
  ]);
  return row?.position === 1;
}

/** Milliseconds between the looks for a message that is committed, and max looks: a second in all. */
const LOOK_MS = 20;
const MAX_LOOKS = 50;

/**
 * Waits until plain reads see a message that was inserted together with a row which the caller has locked since. The
 * database may pass on the locks of a transaction an instant before its reads see what it wrote.
 * @returns false if the message does not exist
 */
export async function awaitInserted(messageId: string): Promise<boolean> {
  const statement = 'SELECT id FROM messages WHERE id = ?';
  // A locking read finds the newest version, after the end of a transaction that is writing it.
  if (!(await selectRow(AUTOCOMMIT, `${statement} LOCK IN SHARE MODE`, [messageId]))) return false;
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    if (await selectRow(AUTOCOMMIT, statement, [messageId])) return true;
    await sleep(LOOK_MS);
  }
  throw new Error(`The message ${messageId} is committed, and reads do not see it`);
}

/**
 * Lists messages of a conversation on all its branches, in order of creation, as many as fit in a page. The
 * caller has checked the owner.
 * @param options.after position of the last message already read; 0 for the first page.
 * @param options.limit max messages; long texts make a page shorter.
 */
export async function listMessages(
  tx: Tx,
  {
    conversationId,
    after = 0,
    limit = PAGE_SIZE,
  }: { conversationId: string; after?: number; limit?: number },
): Promise<MessagePage> {
  const rows = await selectRows<MessageRow & { last: number }>(
    tx,
    `SELECT ${MESSAGE_COLUMNS}, page.last FROM (
       SELECT id, SUM(bytes) OVER (ORDER BY position) - bytes AS before_bytes, MAX(position) OVER () AS last
       FROM (SELECT id, position, ${TEXT_BYTES_OF} AS bytes FROM messages
             WHERE conversation_id = ? AND position > ? ORDER BY position LIMIT ?) some
     ) page JOIN messages m ON m.id = page.id
     WHERE page.before_bytes < ? ORDER BY m.position`,
    [conversationId, after, limit + 1, PAGE_BYTES],
  );
  const shown = rows.slice(0, limit);
  const end = shown.at(-1)?.position ?? 0;
  return { messages: await viewMessages(tx, shown), next: end < (rows[0]?.last ?? 0) ? end : null };
}

/**
 * Replaces the text of a message and marks it as edited; nothing is sent. Its token count is reset.
 * @throws AppError invalid_request for text without content or over TEXT_MAX; not_found; conflict for a
 * message that is still being written or that reports an error.
 */
export async function editMessageText(
  tx: Tx,
  ids: { userId: string; conversationId: string; messageId: string },
  text: string,
): Promise<void> {
  if (text.trim() === '')
    throw new AppError('invalid_request', { param: 'text', message: 'text: a text is expected.' });
  assertTextLength(text);
  if (!isId(ids.messageId) || !isId(ids.conversationId))
    throw new AppError('not_found', { param: 'messageId' });
  const edited = await change(
    tx,
    `UPDATE messages FORCE INDEX (PRIMARY) SET text = ?, is_edited = 1, tokens = NULL,
       search_state = ${TO_INDEX}, updated_at = ?
     WHERE id = ? AND conversation_id = ? AND user_id = ? AND error_code IS NULL
       AND (is_created_by_user = 1 OR generation_id IS NULL OR finish_reason IS NOT NULL)
       AND EXISTS (SELECT 1 FROM conversations c WHERE c.id = messages.conversation_id)`,
    [text, new Date(), ids.messageId, ids.conversationId, ids.userId],
  );
  if (edited === 1) return;
  await findMessage(tx, ids);
  throw new AppError('conflict', { param: 'messageId' });
}

/** @throws AppError invalid_request naming the field, for a text over TEXT_MAX */
export function assertTextLength(text: string): void {
  if (text.length <= TEXT_MAX) return;
  throw new AppError('invalid_request', {
    param: 'text',
    message: `text: at most ${TEXT_MAX} characters are expected; these are ${text.length}.`,
    params: { max: TEXT_MAX },
  });
}
