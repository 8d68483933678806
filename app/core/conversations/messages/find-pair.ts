import { AppError } from '#app/contracts/errors.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { MESSAGE_COLUMNS, type MessageRow } from './message-row.ts';

/**
 * A reply of this user's conversation and the message that it answers, in one statement.
 * @throws AppError not_found when one of them is not there
 */
export async function findPair(
  tx: Tx,
  {
    userId,
    conversationId,
    replyMessageId,
  }: { userId: string; conversationId: string; replyMessageId: string },
): Promise<{ prompt: MessageRow; reply: MessageRow }> {
  const rows = await selectRows<MessageRow>(
    tx,
    `SELECT ${MESSAGE_COLUMNS} FROM messages m
      JOIN messages r ON r.id = ? AND m.id IN (r.id, r.parent_id)
     WHERE m.conversation_id = ? AND m.user_id = ?`,
    [replyMessageId, conversationId, userId],
  );
  const reply = rows.find(({ id }) => id === replyMessageId);
  const prompt = rows.find(({ id }) => id === reply?.parent_id);
  if (!reply || !prompt) throw new AppError('not_found', { param: 'messageId' });
  return { prompt, reply };
}
