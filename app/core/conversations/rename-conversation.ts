import { AppError } from '#app/contracts/errors.ts';
import { change } from '#db/sql.ts';
import type { Autocommit } from '#db/transaction.ts';
import { findConversation } from './find-conversation.ts';

/** Length of the column. */
export const MAX_TITLE = 255;

/**
 * Gives a conversation the title that its owner wrote; no model overwrites it. The place in the list stays:
 * a title is no activity.
 * @throws AppError invalid_request for an empty title or one over 255 characters; not_found.
 */
export async function renameConversation(
  tx: Autocommit,
  { userId, conversationId, title }: { userId: string; conversationId: string; title: string },
): Promise<void> {
  const trimmed = title.trim();
  if (trimmed === '' || trimmed.length > MAX_TITLE)
    throw new AppError('invalid_request', {
      param: 'title',
      message: `title: 1 to ${MAX_TITLE} characters are expected.`,
    });
  await findConversation(tx, { userId, conversationId });
  await change(
    tx,
    "UPDATE conversations FORCE INDEX (PRIMARY) SET title = ?, title_source = 'user' WHERE id = ? AND user_id = ?",
    [trimmed, conversationId, userId],
  );
}
