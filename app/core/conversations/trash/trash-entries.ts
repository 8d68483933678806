import { AppError } from '#app/contracts/errors.ts';
import { TRASH_DAYS, type TrashEntry, type TrashPage } from '#app/contracts/trash.ts';
import { deleteContents } from '#app/core/conversations/deletion.ts';
import { isId } from '#app/core/platform/ids.ts';
import { change, selectCount, selectRow, selectRows } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';

const PAGE_SIZE = 30;

const DAY_MS = 86_400_000;

interface Row {
  id: string;
  kind: TrashEntry['kind'];
  conversationId: string;
  title: string | null;
  excerpt: string | null;
  /** As text: a UNION makes it a BIGINT. */
  messageCount: string | null;
  trashedAt: Date;
}

/** An entry of the trash with its owner. */
interface OwnedEntry {
  id: string;
  userId: string;
}

/** Kinds of entries that are restored in different ways. */
type EntryKind = 'chat' | 'messages';

/**
 * Lists the trash of a user, the last deleted first.
 * @param page.cursor `nextCursor` of the previous page; absent or null for the first page
 * @throws AppError invalid_request for a cursor that this function did not return
 */
export async function listTrash(
  tx: Tx,
  { userId, cursor, limit = PAGE_SIZE }: { userId: string; cursor?: string | null; limit?: number },
): Promise<TrashPage> {
  const after = cursor ? readCursor(cursor) : null;
  const condition = after ? 'AND e.trashed_at <= ? AND (e.trashed_at < ? OR e.id < ?)' : '';
  const values = [userId, ...(after ? [after.trashedAt, after.trashedAt, after.id] : []), limit + 1];
  const rows = await selectRows<Row>(
    tx,
    `(SELECT e.id, 'chat' AS kind, e.id AS conversationId, e.title, NULL AS excerpt, NULL AS messageCount,
        e.trashed_at AS trashedAt
      FROM trashed_conversations e WHERE e.user_id = ? ${condition} ORDER BY e.trashed_at DESC, e.id DESC LIMIT ?)
     UNION ALL
     (SELECT e.id, e.kind, e.conversation_id, COALESCE(c.title, t.title), e.excerpt, e.message_count, e.trashed_at
      FROM trashed_branches e
      LEFT JOIN conversations c ON c.id = e.conversation_id
      LEFT JOIN trashed_conversations t ON t.id = e.conversation_id
      WHERE e.user_id = ? ${condition} ORDER BY e.trashed_at DESC, e.id DESC LIMIT ?)
     ORDER BY trashedAt DESC, id DESC LIMIT ?`,
    [...values, ...values, limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    entries: shown.map(toEntry),
    nextCursor: rows.length > limit && last ? `${last.trashedAt.getTime()}.${last.id}` : null,
  };
}

function toEntry({ trashedAt, title, messageCount, ...row }: Row): TrashEntry {
  return {
    ...row,
    messageCount: messageCount === null ? null : Number(messageCount),
    title: title ?? '',
    deletedAt: trashedAt.toISOString(),
    endsAt: new Date(trashedAt.getTime() + TRASH_DAYS * DAY_MS).toISOString(),
  };
}

function readCursor(cursor: string): { trashedAt: Date; id: string } {
  const [time, id] = cursor.split('.', 2);
  if (!/^\d{1,15}$/.test(time ?? '') || !isId(id)) throw new AppError('invalid_request', { param: 'cursor' });
  return { trashedAt: new Date(Number(time)), id };
}

/** The number of entries in the trash of a user. */
export async function countTrash(tx: Tx, userId: string): Promise<number> {
  const chats = await selectCount(tx, 'SELECT COUNT(*) FROM trashed_conversations WHERE user_id = ?', [
    userId,
  ]);
  return chats + (await selectCount(tx, 'SELECT COUNT(*) FROM trashed_branches WHERE user_id = ?', [userId]));
}

/** The kind of an entry of a user's trash. @throws AppError not_found */
export async function findTrashKind(
  tx: Tx,
  { userId, trashId }: { userId: string; trashId: string },
): Promise<EntryKind> {
  const row = isId(trashId)
    ? await selectRow<{ kind: EntryKind }>(
        tx,
        `SELECT 'chat' AS kind FROM trashed_conversations WHERE id = ? AND user_id = ?
         UNION ALL SELECT 'messages' FROM trashed_branches WHERE id = ? AND user_id = ?`,
        [trashId, userId, trashId, userId],
      )
    : undefined;
  if (!row) throw new AppError('not_found', { param: 'trashId' });
  return row.kind;
}

/**
 * Some entries, the first deleted first.
 * @param which of one user; those of all users that were deleted before a time
 */
export async function listOldest(
  tx: Tx,
  which: { userId: string } | { before: Date },
  max: number,
): Promise<OwnedEntry[]> {
  const condition = 'userId' in which ? 'user_id = ?' : 'trashed_at < ?';
  const value = 'userId' in which ? which.userId : which.before;
  return selectRows<OwnedEntry>(
    tx,
    `(SELECT id, user_id AS userId FROM trashed_conversations WHERE ${condition} ORDER BY trashed_at LIMIT ?)
     UNION ALL
     (SELECT id, user_id FROM trashed_branches WHERE ${condition} ORDER BY trashed_at LIMIT ?) LIMIT ?`,
    [value, max, value, max, max],
  );
}

/**
 * Deletes entries of a user's trash for good, with their messages, drafts and files. The messages that were deleted
 * below messages of an entry go with it, or can be restored below the parent of a message that was deleted alone.
 * Entries that are restored meanwhile stay.
 * @returns the ids of the chats that were deleted, and how many entries it were
 */
export async function purgeTrash(
  tx: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<{ chats: string[]; count: number }> {
  const rows = await selectRows<{ id: string }>(
    tx,
    `SELECT id FROM trashed_conversations FORCE INDEX (PRIMARY)
     WHERE id IN (?) AND user_id = ? ORDER BY id FOR UPDATE`,
    [[...ids], userId],
  );
  const chats = rows.map(({ id }) => id);
  const branches = await lockBranches(tx, userId, [...ids], chats);
  await change(
    tx,
    `UPDATE trashed_branches b JOIN trashed_branches gone ON gone.root_id = b.parent_id AND gone.kind = 'message'
       AND gone.conversation_id = b.conversation_id
     SET b.parent_id = gone.parent_id WHERE gone.id IN (?)`,
    [branches],
  );
  const entries = new Set([...chats, ...branches]);
  for (let added = [...entries]; added.length > 0;) {
    const inside = await selectRows<{ id: string }>(
      tx,
      `SELECT b.id FROM trashed_branches b JOIN messages m ON m.id = b.parent_id
       WHERE b.user_id = ? AND m.conversation_id IN (?)`,
      [userId, added],
    );
    added = inside.map(({ id }) => id).filter((id) => !entries.has(id));
    for (const id of added) entries.add(id);
  }
  const all = [...entries];
  await change(tx, 'DELETE FROM trashed_conversations WHERE id IN (?)', [chats]);
  await change(tx, 'DELETE FROM trashed_branches WHERE id IN (?)', [all]);
  await deleteContents(tx, userId, all);
  return { chats, count: all.length };
}

async function lockBranches(
  tx: Transaction,
  userId: string,
  ids: string[],
  chats: string[],
): Promise<string[]> {
  const rows = await selectRows<{ id: string }>(
    tx,
    `SELECT id FROM trashed_branches FORCE INDEX (PRIMARY)
     WHERE id IN (?) AND user_id = ? ORDER BY id FOR UPDATE`,
    [ids, userId],
  );
  const ofChats = await selectRows<{ id: string }>(
    tx,
    'SELECT id FROM trashed_branches WHERE conversation_id IN (?) ORDER BY id FOR UPDATE',
    [chats],
  );
  return [...new Set([...rows, ...ofChats].map(({ id }) => id))];
}
