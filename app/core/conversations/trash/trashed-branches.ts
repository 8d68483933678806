import { ROOT_ID } from '#app/contracts/chat.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { DeleteScope } from '#app/contracts/trash.ts';
import { deleteContents, removeFromSearch } from '#app/core/conversations/deletion.ts';
import { lockConversations } from '#app/core/conversations/messages/append.ts';
import { lowestShown } from '#app/core/conversations/shown-branch.ts';
import { isId, newId, shortId } from '#app/core/platform/ids.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { trashConversation } from './trashed-chats.ts';

/** The messages to delete: one, or one with all that follows it. */
interface TrashedMessages {
  userId: string;
  conversationId: string;
  messageId: string;
  scope: DeleteScope;
}

/** A deletion: the entry in the trash, null if it was for good, and whether the whole chat was deleted. */
export interface Trashed {
  trashId: string | null;
  isWholeChat: boolean;
}

interface Chat {
  id: string;
  leafId: string | null;
  isTemporary: boolean;
}

interface Root {
  id: string;
  parentId: string;
  position: number;
  chosenChildId: string | null;
  excerpt: string;
}

/** Rows that a statement reads without texts, and changes. */
const READ = 5000;
const CHANGED = 500;

/** Characters of the first message that the trash shows. */
const EXCERPT = 120;

/**
 * Moves a message, alone or with all that follows it, to the trash. The children of a message that is deleted alone
 * move to its parent. The message shown in its place is a child, else its newest sibling, else its parent. If no
 * message would be left, the whole chat is deleted. Messages of a temporary chat are deleted for good. Call it in a
 * transaction, after replies below the message were stopped.
 * @throws AppError not_found; conflict naming `messageId` while a reply below it is being written
 */
export async function trashMessages(tx: Transaction, target: TrashedMessages): Promise<Trashed> {
  const { userId, conversationId, scope } = target;
  const chat = await lockChat(tx, target);
  const root = chat && (await findRoot(tx, target));
  if (!chat || !root) throw new AppError('not_found', { param: 'messageId' });
  const below = await readBelow(tx, conversationId, root);
  const children = scope === 'message' ? below.children : [];
  const sibling = await newestSibling(tx, conversationId, root);
  if (root.parentId === ROOT_ID && children.length === 0 && sibling === null) {
    const isStored = await trashConversation(tx, { userId, conversationId });
    return { trashId: isStored ? conversationId : null, isWholeChat: true };
  }
  const ids = scope === 'branch' ? below.ids : [root.id];
  const trashId = newId();
  await insertEntry(tx, { ...target, trashId, root, children, messageCount: ids.length });
  await moveToEntry(tx, trashId, ids);
  if (children.length > 0)
    await change(tx, 'UPDATE messages SET parent_id = ? WHERE id IN (?)', [root.parentId, children]);
  const chosen = children.find((id) => id === root.chosenChildId) ?? children.at(-1) ?? sibling;
  await chooseAt(tx, { conversationId, parentId: root.parentId, instead: root.id, chosen });
  if (chat.leafId !== null && ids.includes(chat.leafId)) {
    const leaf = chosen === null ? root.parentId : await lowestShown(tx, conversationId, chosen);
    await change(tx, 'UPDATE conversations SET leaf_id = ? WHERE id = ?', [leaf, conversationId]);
  }
  if (!chat.isTemporary) return { trashId, isWholeChat: false };
  await change(tx, 'DELETE FROM trashed_branches WHERE id = ?', [trashId]);
  await deleteContents(tx, userId, [trashId]);
  return { trashId: null, isWholeChat: false };
}

/**
 * Locks a conversation of a user.
 * @returns null for a conversation that does not exist, is in the trash or belongs to another user
 */
export async function lockChat(
  tx: Transaction,
  { userId, conversationId }: { userId: string; conversationId: string },
): Promise<Chat | null> {
  if (!isId(conversationId)) return null;
  const locked = await lockConversations(tx, [conversationId]);
  if (locked.get(conversationId)?.userId !== userId) return null;
  const row = await selectRow<{ leafId: string | null; expiresAt: Date | null }>(
    tx,
    'SELECT leaf_id AS leafId, expires_at AS expiresAt FROM conversations WHERE id = ?',
    [conversationId],
  );
  return { id: conversationId, leafId: row!.leafId, isTemporary: row!.expiresAt !== null };
}

async function findRoot(
  tx: Transaction,
  { conversationId, messageId }: TrashedMessages,
): Promise<Root | undefined> {
  if (!isId(messageId)) return undefined;
  return selectRow<Root>(
    tx,
    `SELECT id, parent_id AS parentId, position, chosen_child_id AS chosenChildId, LEFT(text, ${EXCERPT}) AS excerpt
     FROM messages WHERE id = ? AND conversation_id = ?`,
    [messageId, conversationId],
  );
}

/**
 * The ids of a message and of all messages below it, and of its children. A parent has a lower position than its
 * children, so one pass over the links of the later messages finds them at any depth.
 */
async function readBelow(
  tx: Transaction,
  conversationId: string,
  root: Root,
): Promise<{ ids: string[]; children: string[] }> {
  const found = new Set([root.id]);
  const children: string[] = [];
  for (let after = root.position - 1; ;) {
    const rows = await selectRows<{ id: string; parent_id: string; position: number; isRunning: number }>(
      tx,
      `SELECT id, parent_id, position, is_created_by_user = 0 AND generation_id IS NOT NULL AND finish_reason IS NULL
         AND error_code IS NULL AS isRunning
       FROM messages WHERE conversation_id = ? AND position > ? ORDER BY position LIMIT ${READ}`,
      [conversationId, after],
    );
    for (const { id, parent_id: parentId, isRunning } of rows) {
      if (id !== root.id && !found.has(parentId)) continue;
      if (isRunning === 1) throw stillRunning();
      found.add(id);
      if (parentId === root.id) children.push(id);
    }
    if (rows.length < READ) return { ids: [...found], children };
    after = rows.at(-1)!.position;
  }
}

function stillRunning(): AppError {
  return new AppError('conflict', {
    param: 'messageId',
    message: 'A reply is still being written. Try again when it has stopped.',
  });
}

async function newestSibling(
  tx: Transaction,
  conversationId: string,
  { id, parentId }: Root,
): Promise<string | null> {
  const row = await selectRow<{ id: string }>(
    tx,
    `SELECT id FROM messages WHERE conversation_id = ? AND parent_id = ? AND id <> ?
     ORDER BY position DESC LIMIT 1`,
    [conversationId, parentId, id],
  );
  return row?.id ?? null;
}

async function insertEntry(
  tx: Transaction,
  entry: TrashedMessages & { trashId: string; root: Root; children: string[]; messageCount: number },
): Promise<void> {
  const { userId, conversationId, scope, trashId, root, children, messageCount } = entry;
  await change(
    tx,
    `INSERT INTO trashed_branches (id, user_id, conversation_id, root_id, parent_id, kind, children, message_count,
       excerpt, trashed_at) VALUES (?, NOW(3))`,
    [
      [
        trashId,
        userId,
        conversationId,
        root.id,
        root.parentId,
        scope,
        scope === 'message' ? JSON.stringify(children) : null,
        messageCount,
        root.excerpt,
      ],
    ],
  );
}

/** Positions stay: the conversation gives none of them to another message. */
async function moveToEntry(tx: Transaction, trashId: string, ids: string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += CHANGED) {
    const some = ids.slice(at, at + CHANGED);
    await change(tx, 'UPDATE messages SET conversation_id = ? WHERE id IN (?)', [trashId, some]);
    await change(tx, 'UPDATE message_files SET conversation_id = ? WHERE message_id IN (?)', [trashId, some]);
    await removeFromSearch(tx, 'message_id IN (?)', [some.map(shortId)]);
  }
}

/**
 * Shows a child of a message, or a first message.
 * @param place.instead changes the choice only if it is this one
 */
export async function chooseAt(
  tx: Transaction,
  place: { conversationId: string; parentId: string; chosen: string | null; instead?: string },
): Promise<void> {
  const { conversationId, parentId, chosen, instead } = place;
  const isRoot = parentId === ROOT_ID;
  const values = [chosen, isRoot ? conversationId : parentId, ...(instead === undefined ? [] : [instead])];
  await change(
    tx,
    isRoot
      ? `UPDATE conversations FORCE INDEX (PRIMARY) SET chosen_root_id = ?
         WHERE id = ? ${instead === undefined ? '' : 'AND chosen_root_id = ?'}`
      : `UPDATE messages FORCE INDEX (PRIMARY) SET chosen_child_id = ?
         WHERE id = ? ${instead === undefined ? '' : 'AND chosen_child_id = ?'}`,
    values,
  );
}
