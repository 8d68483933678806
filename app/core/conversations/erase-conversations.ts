import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * Deletes conversations, messages, what ties files to them, drafts, and what new conversations begin with, of a user
 * who is gone.
 * @param most rows of each at a time, so that no statement holds locks for long
 * @returns how many rows were deleted
 */
export async function eraseConversations(userId: string, most: number): Promise<number> {
  // First, as everywhere: who ends a reply waits for its conversation before anything else is locked.
  const cleared = await change(AUTOCOMMIT, 'DELETE FROM conversations WHERE user_id = ? LIMIT ?', [
    userId,
    most,
  ]);
  const messages = await change(AUTOCOMMIT, 'DELETE FROM messages WHERE user_id = ? LIMIT ?', [userId, most]);
  const drafts = await change(AUTOCOMMIT, 'DELETE FROM drafts WHERE user_id = ? LIMIT ?', [userId, most]);
  const files = await change(AUTOCOMMIT, 'DELETE FROM message_files WHERE user_id = ? LIMIT ?', [
    userId,
    most,
  ]);
  const setups = await change(AUTOCOMMIT, 'DELETE FROM chat_setups WHERE user_id = ?', [userId]);
  return cleared + messages + drafts + files + setups;
}
