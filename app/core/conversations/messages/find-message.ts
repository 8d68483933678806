import { AppError } from '#app/contracts/errors.ts';
import { isId } from '#app/core/platform/ids.ts';
import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { MESSAGE_COLUMNS, type MessageRow } from './message-row.ts';

/**
 * One message of a conversation of this user.
 * @throws AppError not_found when any of the three ids does not fit the others.
 */
export async function findMessage(
  tx: Tx,
  { userId, conversationId, messageId }: { userId: string; conversationId: string; messageId: string },
): Promise<MessageRow> {
  const row =
    isId(messageId) && isId(conversationId)
      ? await selectRow<MessageRow>(
          tx,
          `SELECT ${MESSAGE_COLUMNS} FROM messages m WHERE m.id = ? AND m.conversation_id = ? AND m.user_id = ?`,
          [messageId, conversationId, userId],
        )
      : undefined;
  if (!row) throw new AppError('not_found', { param: 'messageId' });
  return row;
}
