import { change } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { releaseAllFiles } from './files/release-files.ts';

/**
 * Deletes all conversations of a user with their messages and drafts, and unties their files. Call it in a transaction, after
 * running replies were stopped.
 * @returns how many conversations there were.
 */
export async function clearConversations(tx: Transaction, userId: string): Promise<number> {
  // First, as everywhere: who ends a reply waits for its conversation before anything else is locked.
  const cleared = await change(tx, 'DELETE FROM conversations WHERE user_id = ?', [userId]);
  await change(tx, 'DELETE FROM messages WHERE user_id = ?', [userId]);
  await change(tx, 'DELETE FROM drafts WHERE user_id = ?', [userId]);
  await releaseAllFiles(tx, userId);
  return cleared;
}
