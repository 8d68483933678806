import { AppError } from '#app/contracts/errors.ts';
import { change } from '#db/sql.ts';
import type { Autocommit, Tx } from '#db/transaction.ts';
import { findConversation } from './conversations.ts';

/** Length of the column. */
export const MAX_TITLE = 255;

/**
 * The title sources that a new title may replace: first words replace only the default, a model's title
 * replaces both.
 */
const REPLACES = { words: ['default'], model: ['default', 'words'] } as const;

/**
 * Sets the title that its owner wrote; no model overwrites it. The position in the list does not change: a
 * rename is not an activity.
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

/**
 * Sets an automatic title. A title by the user stays.
 * @returns false if the conversation is gone or its title must not be replaced.
 */
export async function setTitle(
  tx: Tx,
  { conversationId, title, source }: { conversationId: string; title: string; source: keyof typeof REPLACES },
): Promise<boolean> {
  const changed = await change(
    tx,
    'UPDATE conversations FORCE INDEX (PRIMARY) SET title = ?, title_source = ? WHERE id = ? AND title_source IN (?)',
    [title.slice(0, MAX_TITLE), source, conversationId, [...REPLACES[source]]],
  );
  return changed === 1;
}
