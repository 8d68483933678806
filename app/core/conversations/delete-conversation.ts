import { AppError } from '#app/contracts/errors.ts';
import { change } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { releaseFilesOf } from './files/release-files.ts';

/**
 * Deletes a conversation with its messages and its draft; of files that it had alone what was made goes at once, and uploads
 * after their time. Call it in a transaction, after a running reply was stopped; what was paid stays in the ledger.
 * @throws AppError not_found
 */
export async function deleteConversation(
  tx: Transaction,
  { userId, conversationId }: { userId: string; conversationId: string },
): Promise<void> {
  const deleted = await change(tx, 'DELETE FROM conversations WHERE id = ? AND user_id = ?', [
    conversationId,
    userId,
  ]);
  if (deleted === 0) throw new AppError('not_found', { param: 'conversationId' });
  await change(tx, 'DELETE FROM messages WHERE conversation_id = ?', [conversationId]);
  await change(tx, 'DELETE FROM drafts WHERE user_id = ? AND conversation_key = ?', [userId, conversationId]);
  await releaseFilesOf(tx, conversationId);
}
