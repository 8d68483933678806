import { AppError } from '#app/contracts/errors.ts';
import { deleteConversation, removeFromSearch } from '#app/core/conversations/deletion.ts';
import { lockConversationsWithNext } from '#app/core/conversations/messages/append.ts';
import { INDEXED, TO_INDEX } from '#app/core/conversations/messages/search-state.ts';
import { MAX_PINNED } from '#app/core/conversations/order.ts';
import { shortId } from '#app/core/platform/ids.ts';
import { change, selectCount, selectRow, selectRows } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

/** The columns of a chat, which moves with all of them. A test compares them with both tables. */
export const CHAT_COLUMNS = [
  'id',
  'user_id',
  'application_id',
  'client_id',
  'title',
  'title_source',
  'endpoint',
  'model',
  'options',
  'next_position',
  'chosen_root_id',
  'leaf_id',
  'created_at',
  'updated_at',
  'pinned_at',
  'archived_at',
  'folder_id',
  'expires_at',
] as const;

type ChatColumn = (typeof CHAT_COLUMNS)[number];

/** Chats that move in one statement. */
const BATCH = 500;

/** Columns that a restored chat gets back only if their value is still possible. `?`: ids that stay pinned. */
const RESTORED: Partial<Record<ChatColumn, string>> = {
  client_id: `IF(EXISTS (SELECT 1 FROM conversations c WHERE c.user_id = t.user_id AND c.client_id = t.client_id),
    NULL, t.client_id)`,
  pinned_at: 'IF(t.id IN (?), t.pinned_at, NULL)',
  folder_id: `(SELECT f.id FROM folders f WHERE f.id = t.folder_id AND f.user_id = t.user_id)`,
};

const NAMES = CHAT_COLUMNS.join(', ');
const RESTORED_VALUES = CHAT_COLUMNS.map((name) => RESTORED[name] ?? `t.${name}`).join(', ');

/**
 * Moves a conversation to the trash: no path leads to its messages, files, draft and links until it is restored. A
 * temporary one is deleted for good. Call it in a transaction, after a running reply was stopped.
 * @returns false if it was deleted for good
 * @throws AppError not_found
 */
export async function trashConversation(
  tx: Transaction,
  { userId, conversationId }: { userId: string; conversationId: string },
): Promise<boolean> {
  await lockConversationsWithNext(tx, [conversationId]);
  const found = await selectRow<{ expires_at: Date | null }>(
    tx,
    'SELECT expires_at FROM conversations WHERE id = ? AND user_id = ?',
    [conversationId, userId],
  );
  if (!found) throw new AppError('not_found', { param: 'conversationId' });
  if (found.expires_at === null) await moveToTrash(tx, userId, [conversationId]);
  else await deleteConversation(tx, { userId, conversationId });
  return found.expires_at === null;
}

/**
 * Moves all conversations of a user to the trash; temporary ones are deleted for good. Call it in a transaction,
 * after running replies were stopped.
 * @returns the ids of the conversations that are in the trash now, and of those that were deleted
 */
export async function trashAllConversations(
  tx: Transaction,
  userId: string,
): Promise<{ trashed: string[]; deleted: string[] }> {
  // Conversations come first in the lock order: ending a reply locks its conversation before anything else.
  const rows = await selectRows<{ id: string; isTemporary: number }>(
    tx,
    `SELECT id, expires_at IS NOT NULL AS isTemporary FROM conversations WHERE user_id = ? ORDER BY id FOR UPDATE`,
    [userId],
  );
  const trashed = rows.filter((row) => row.isTemporary === 0).map(({ id }) => id);
  const deleted = rows.filter((row) => row.isTemporary === 1).map(({ id }) => id);
  for (let at = 0; at < trashed.length; at += BATCH)
    await moveToTrash(tx, userId, trashed.slice(at, at + BATCH));
  for (const conversationId of deleted) await deleteConversation(tx, { userId, conversationId });
  return { trashed, deleted };
}

/** The caller has locked the conversations. */
async function moveToTrash(tx: Transaction, userId: string, ids: string[]): Promise<void> {
  await change(
    tx,
    `INSERT INTO trashed_conversations (${NAMES}, trashed_at)
     SELECT ${NAMES}, NOW(3) FROM conversations WHERE id IN (?)`,
    [ids],
  );
  await change(tx, 'DELETE FROM conversations WHERE id IN (?)', [ids]);
  await removeFromSearch(tx, 'user_id = ? AND conversation_id IN (?)', [shortId(userId), ids.map(shortId)]);
}

/**
 * Moves those of the conversations that are in the trash of a user back to their places in the list, in the
 * archive or in a folder. One stays pinned only if there is room, and in a folder only if that exists.
 * @returns the ids of the restored conversations
 */
export async function restoreConversations(
  tx: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await selectRows<{ id: string; pinned_at: Date | null }>(
    tx,
    `SELECT id, pinned_at FROM trashed_conversations FORCE INDEX (PRIMARY)
     WHERE id IN (?) AND user_id = ? ORDER BY id FOR UPDATE`,
    [[...ids], userId],
  );
  if (rows.length === 0) return [];
  const pinned = rows.filter((row) => row.pinned_at !== null).map(({ id }) => id);
  const restored = rows.map(({ id }) => id);
  await change(
    tx,
    `INSERT INTO conversations (${NAMES}) SELECT ${RESTORED_VALUES} FROM trashed_conversations t WHERE t.id IN (?)`,
    [pinned.slice(0, await roomForPins(tx, userId, pinned.length)), restored],
  );
  await change(tx, 'DELETE FROM trashed_conversations WHERE id IN (?)', [restored]);
  await change(
    tx,
    `UPDATE messages SET search_state = ${TO_INDEX}
     WHERE conversation_id IN (?) AND search_state = ${INDEXED}`,
    [restored],
  );
  return restored;
}

async function roomForPins(tx: Transaction, userId: string, wanted: number): Promise<number> {
  if (wanted === 0) return 0;
  const taken = await selectCount(
    tx,
    'SELECT COUNT(*) FROM conversations WHERE user_id = ? AND pinned_at IS NOT NULL',
    [userId],
  );
  return Math.max(0, MAX_PINNED - taken);
}
