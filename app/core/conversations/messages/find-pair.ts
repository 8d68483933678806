import { AppError } from '#app/contracts/errors.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import type { ChatMessage } from '#app/contracts/chat.ts';
import { viewMessages } from '#app/core/conversations/files/view-messages.ts';
import { MESSAGE_COLUMNS, type MessageRow } from './message-row.ts';

/**
 * A reply of this user's conversation and the message that it answers.
 * @throws AppError not_found when one of them is not there
 */
export async function findPair(
  tx: Tx,
  {
    userId,
    conversationId,
    replyMessageId,
  }: { userId: string; conversationId: string; replyMessageId: string },
): Promise<{ prompt: ChatMessage; reply: ChatMessage }> {
  const rows = await selectRows<MessageRow>(
    tx,
    `SELECT ${MESSAGE_COLUMNS} FROM messages m
      JOIN messages r ON r.id = ? AND m.id IN (r.id, r.parent_id)
     WHERE m.conversation_id = ? AND m.user_id = ?`,
    [replyMessageId, conversationId, userId],
  );
  const messages = await viewMessages(tx, rows);
  const reply = messages.find(({ messageId }) => messageId === replyMessageId);
  const prompt = messages.find(({ messageId }) => messageId === reply?.parentMessageId);
  if (!reply || !prompt) throw new AppError('not_found', { param: 'messageId' });
  return { prompt, reply };
}
