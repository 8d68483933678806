import { AppError } from '#app/contracts/errors.ts';
import { change } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { assertTextLength } from '#app/core/conversations/assert-text-length.ts';
import { isId } from '#app/core/platform/ids.ts';
import { findMessage } from './find-message.ts';

/**
 * Replaces the text of a message and marks it as edited; nothing is sent. The count of its tokens is
 * forgotten with the old text.
 * @throws AppError invalid_request for text without content or over TEXT_MAX; not_found; conflict for a message that is still
 * being written or that says what went wrong.
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
    `UPDATE messages FORCE INDEX (PRIMARY) SET text = ?, is_edited = 1, tokens = NULL, updated_at = ?
     WHERE id = ? AND conversation_id = ? AND user_id = ? AND error_code IS NULL
       AND (is_created_by_user = 1 OR generation_id IS NULL OR finish_reason IS NOT NULL)`,
    [text, new Date(), ids.messageId, ids.conversationId, ids.userId],
  );
  if (edited === 1) return;
  await findMessage(tx, ids);
  throw new AppError('conflict', { param: 'messageId' });
}
