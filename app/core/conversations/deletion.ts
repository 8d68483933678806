import { AppError } from '#app/contracts/errors.ts';
import { expireUnused, lockFiles } from '#app/core/files/records/expiry.ts';
import { shortId } from '#app/core/platform/ids.ts';
import { change, selectRows, type SqlValue } from '#db/sql.ts';
import { AUTOCOMMIT, type Transaction } from '#db/transaction.ts';

/** File rows that are locked at a time. */
const BATCH = 500;

/**
 * Deletes a conversation with its messages and its draft. Of its files that are used nowhere else, generated
 * ones expire at once, and uploads after their retention time. Call it in a transaction, after a running
 * reply was stopped; charges stay in the ledger.
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
  await removeFromSearch(tx, 'user_id = ? AND conversation_id = ?', [
    shortId(userId),
    shortId(conversationId),
  ]);
  await change(tx, 'DELETE FROM drafts WHERE user_id = ? AND conversation_key = ?', [userId, conversationId]);
  await releaseFilesOf(tx, conversationId);
}

/**
 * Deletes all conversations of a user with their messages and drafts, and detaches their files. Call it in a
 * transaction, after running replies were stopped.
 * @returns how many conversations there were.
 */
export async function clearConversations(tx: Transaction, userId: string): Promise<number> {
  // Conversations come first in the lock order: ending a reply locks its conversation before anything else.
  const cleared = await change(tx, 'DELETE FROM conversations WHERE user_id = ?', [userId]);
  await change(tx, 'DELETE FROM messages WHERE user_id = ?', [userId]);
  await removeFromSearch(tx, 'user_id = ?', [shortId(userId)]);
  await change(tx, 'DELETE FROM drafts WHERE user_id = ?', [userId]);
  await releaseAllFiles(tx, userId);
  return cleared;
}

/**
 * Deletes conversations, messages, their file attachments, drafts and chat setups of a deleted user.
 * @param max max rows of each at a time, so that no statement holds locks for long
 * @returns how many rows were deleted
 */
export async function eraseConversations(userId: string, max: number): Promise<number> {
  // Conversations come first in the lock order: ending a reply locks its conversation before anything else.
  const cleared = await change(AUTOCOMMIT, 'DELETE FROM conversations WHERE user_id = ? LIMIT ?', [
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
  return cleared + messages + drafts + files + setups;
}

/**
 * Marks the index entries of messages that were deleted before in this transaction; the sweep of the index
 * deletes them. The indexing of a message locks it, so that none is added afterwards.
 */
function removeFromSearch(tx: Transaction, condition: string, values: SqlValue[]): Promise<number> {
  return change(tx, `UPDATE search_documents SET is_removed = 1 WHERE ${condition}`, values);
}

/** Detaches the files of a deleted conversation; files that are used nowhere else expire. */
function releaseFilesOf(tx: Transaction, conversationId: string): Promise<void> {
  return release(tx, 'conversation_id = ?', [conversationId]);
}

/** The same for all conversations of a user. */
function releaseAllFiles(tx: Transaction, userId: string): Promise<void> {
  return release(tx, 'user_id = ?', [userId]);
}

async function release(tx: Transaction, condition: string, values: SqlValue[]): Promise<void> {
  const rows = await selectRows<{ file_id: string }>(
    tx,
    `SELECT DISTINCT file_id FROM message_files WHERE ${condition} ORDER BY file_id`,
    values,
  );
  if (rows.length === 0) return;
  await change(tx, `DELETE FROM message_files WHERE ${condition}`, values);
  const ids = rows.map((row) => row.file_id);
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH);
    await lockFiles(tx, some);
    await expireUnused(tx, some);
  }
}
