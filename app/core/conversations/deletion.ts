import { AppError } from '#app/contracts/errors.ts';
import { expireUnused, lockFiles } from '#app/core/files/records/expiry.ts';
import { shortId } from '#app/core/platform/ids.ts';
import { change, selectRows, type SqlValue } from '#db/sql.ts';
import { AUTOCOMMIT, type Transaction } from '#db/transaction.ts';

/** File rows that are locked at a time. */
const BATCH = 500;

/**
 * Deletes a conversation for good, with its messages, also those in the trash, and its draft. Of its files that
 * are used nowhere else, generated ones expire at once, and uploads after their retention time. Call it in a
 * transaction, after a running reply was stopped; charges stay in the ledger.
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
  const branches = await selectRows<{ id: string }>(
    tx,
    'SELECT id FROM trashed_branches WHERE conversation_id = ?',
    [conversationId],
  );
  await change(tx, 'DELETE FROM trashed_branches WHERE conversation_id = ?', [conversationId]);
  await deleteContents(tx, userId, [conversationId, ...branches.map(({ id }) => id)]);
}

/**
 * Deletes the messages, drafts, queued messages and index entries of conversations or of messages in the trash, and detaches
 * their files.
 * @param ids conversations, or entries of the trash, which the messages have in place of their conversation
 */
export async function deleteContents(tx: Transaction, userId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await change(tx, 'DELETE FROM messages WHERE conversation_id IN (?)', [ids]);
  await removeFromSearch(tx, 'user_id = ? AND conversation_id IN (?)', [shortId(userId), ids.map(shortId)]);
  await change(tx, 'DELETE FROM drafts WHERE user_id = ? AND conversation_key IN (?)', [userId, ids]);
  await change(tx, 'DELETE FROM queued_messages WHERE conversation_id IN (?)', [ids]);
  await releaseFilesOf(tx, ids);
}

/**
 * Deletes conversations, messages, the trash, file attachments, drafts and chat setups of a deleted user.
 * @param max max rows of each at a time, so that no statement holds locks for long
 * @returns how many rows were deleted
 */
export async function eraseConversations(userId: string, max: number): Promise<number> {
  // Conversations come first in the lock order: ending a reply locks its conversation before anything else.
  const cleared = await change(AUTOCOMMIT, 'DELETE FROM conversations WHERE user_id = ? LIMIT ?', [
    userId,
    max,
  ]);
  const chats = await change(AUTOCOMMIT, 'DELETE FROM trashed_conversations WHERE user_id = ? LIMIT ?', [
    userId,
    max,
  ]);
  const branches = await change(AUTOCOMMIT, 'DELETE FROM trashed_branches WHERE user_id = ? LIMIT ?', [
    userId,
    max,
  ]);
  const messages = await change(AUTOCOMMIT, 'DELETE FROM messages WHERE user_id = ? LIMIT ?', [userId, max]);
  const drafts = await change(AUTOCOMMIT, 'DELETE FROM drafts WHERE user_id = ? LIMIT ?', [userId, max]);
  const files = await change(AUTOCOMMIT, 'DELETE FROM message_files WHERE user_id = ? LIMIT ?', [
    userId,
    max,
  ]);
  const setups = await change(AUTOCOMMIT, 'DELETE FROM chat_setups WHERE user_id = ?', [userId]);
  const queued = await change(AUTOCOMMIT, 'DELETE FROM queued_messages WHERE user_id = ?', [userId]);
  return cleared + chats + branches + messages + drafts + files + setups + queued;
}

/**
 * Marks the index entries of messages that were deleted before in this transaction; the sweep of the index
 * deletes them.
 */
export function removeFromSearch(tx: Transaction, condition: string, values: SqlValue[]): Promise<number> {
  return change(tx, `UPDATE search_documents SET is_removed = 1 WHERE ${condition}`, values);
}

/** Detaches the files of deleted conversations; files that are used nowhere else expire. */
async function releaseFilesOf(tx: Transaction, conversationIds: string[]): Promise<void> {
  const rows = await selectRows<{ file_id: string }>(
    tx,
    'SELECT DISTINCT file_id FROM message_files WHERE conversation_id IN (?) ORDER BY file_id',
    [conversationIds],
  );
  if (rows.length === 0) return;
  await change(tx, 'DELETE FROM message_files WHERE conversation_id IN (?)', [conversationIds]);
  const ids = rows.map((row) => row.file_id);
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH);
    await lockFiles(tx, some);
    await expireUnused(tx, some);
  }
}
