import { ROOT_ID } from '#app/contracts/chat.ts';
import { AppError } from '#app/contracts/errors.ts';
import { INDEXED, TO_INDEX } from '#app/core/conversations/messages/search-state.ts';
import { lowestShown } from '#app/core/conversations/shown-branch.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { chooseAt, lockChat } from './trashed-branches.ts';

interface Entry {
  id: string;
  conversationId: string;
  rootId: string;
  parentId: string;
  /** JSON: the ids of the children of a single message; null for a branch. */
  children: string | null;
}

/**
 * Moves deleted messages back below their parent and shows them. Children that are still below the parent follow
 * a message that was deleted alone.
 * @throws AppError not_found; conflict naming `conversationId` while their chat is in the trash, and
 * `parentMessageId` while the message before them is
 */
export async function restoreMessages(
  tx: Transaction,
  { userId, trashId }: { userId: string; trashId: string },
): Promise<{ conversationId: string; messageId: string }> {
  const { conversationId } = await findEntry(tx, { userId, trashId });
  const chat = await lockChat(tx, { userId, conversationId });
  if (!chat)
    throw new AppError('conflict', {
      param: 'conversationId',
      message: 'The chat of these messages is in the trash. Restore it first.',
    });
  // Another request may have restored it before the lock.
  const { rootId, parentId, children } = await findEntry(tx, { userId, trashId, isLocking: true });
  const parent =
    parentId === ROOT_ID ||
    (await selectRow(tx, 'SELECT id FROM messages WHERE id = ? AND conversation_id = ?', [
      parentId,
      conversationId,
    ]));
  if (!parent)
    throw new AppError('conflict', {
      param: 'parentMessageId',
      message: 'An earlier message is in the trash. Restore it first.',
    });
  const back = children === null ? [] : await childrenOf(tx, { conversationId, parentId, children });
  await change(tx, 'UPDATE message_files SET conversation_id = ? WHERE conversation_id = ?', [
    conversationId,
    trashId,
  ]);
  await change(
    tx,
    `UPDATE messages SET conversation_id = ?, search_state = IF(search_state = ${INDEXED}, ${TO_INDEX}, search_state)
     WHERE conversation_id = ?`,
    [conversationId, trashId],
  );
  await change(tx, 'UPDATE messages SET parent_id = ? WHERE id = ?', [parentId, rootId]);
  if (children !== null) {
    await change(tx, 'UPDATE messages SET parent_id = ? WHERE id IN (?)', [rootId, back]);
    // The chosen child may be elsewhere by now.
    await change(
      tx,
      'UPDATE messages FORCE INDEX (PRIMARY) SET chosen_child_id = NULL WHERE id = ? AND chosen_child_id NOT IN (?)',
      [rootId, [...back, ROOT_ID]],
    );
  }
  await change(tx, 'DELETE FROM trashed_branches WHERE id = ?', [trashId]);
  await chooseAt(tx, { conversationId, parentId, chosen: rootId });
  await change(tx, 'UPDATE conversations SET leaf_id = ? WHERE id = ?', [
    await lowestShown(tx, conversationId, rootId),
    conversationId,
  ]);
  return { conversationId, messageId: rootId };
}

/** @throws AppError not_found */
async function findEntry(
  tx: Transaction,
  { userId, trashId, isLocking = false }: { userId: string; trashId: string; isLocking?: boolean },
): Promise<Entry> {
  const entry = await selectRow<Entry>(
    tx,
    `SELECT id, conversation_id AS conversationId, root_id AS rootId, parent_id AS parentId, children
     FROM trashed_branches FORCE INDEX (PRIMARY) WHERE id = ? AND user_id = ? ${isLocking ? 'FOR UPDATE' : ''}`,
    [trashId, userId],
  );
  if (!entry) throw new AppError('not_found', { param: 'trashId' });
  return entry;
}

/** Those of the children that are still where the deletion has moved them. */
async function childrenOf(
  tx: Transaction,
  { conversationId, parentId, children }: { conversationId: string; parentId: string; children: string },
): Promise<string[]> {
  const rows = await selectRows<{ id: string }>(
    tx,
    'SELECT id FROM messages WHERE conversation_id = ? AND parent_id = ? AND id IN (?)',
    [conversationId, parentId, JSON.parse(children) as string[]],
  );
  return rows.map(({ id }) => id);
}
