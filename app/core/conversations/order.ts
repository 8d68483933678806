import { AppError } from '#app/contracts/errors.ts';
import { change, selectCount, selectRow } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { lockFolder } from './folders.ts';
import { lockConversationsWithNext } from './messages/append.ts';
import { assertStays } from './temporary.ts';

/** Pinned chats are listed at once, so their number has a limit. */
export const MAX_PINNED = 50;

/** A place in the list; absent: unchanged. */
export interface Place {
  pinned?: boolean | undefined;
  archived?: boolean | undefined;
  /** A folder, or null for none. An archived conversation stays in its folder, and returns to it. */
  folderId?: string | null | undefined;
}

/**
 * Pins, archives or files a conversation, or takes it back to its place by date. An archived one is not pinned, and
 * a new message takes it out of the archive.
 * @throws AppError not_found for the conversation or the folder; conflict when 50 conversations are pinned already,
 * and for a temporary chat
 */
export async function placeConversation(
  tx: Transaction,
  { userId, conversationId, pinned, archived, folderId }: Place & { userId: string; conversationId: string },
): Promise<void> {
  await lockConversationsWithNext(tx, [conversationId]);
  const found = await selectRow<{ expiresAt: Date | null }>(
    tx,
    'SELECT expires_at AS expiresAt FROM conversations WHERE id = ? AND user_id = ?',
    [conversationId, userId],
  );
  if (!found) throw new AppError('not_found', { param: 'conversationId' });
  const field = pinned !== undefined ? 'pinned' : archived !== undefined ? 'archived' : 'folderId';
  assertStays(found.expiresAt, field);
  if (pinned) {
    const others = await selectCount(
      tx,
      'SELECT COUNT(*) FROM conversations WHERE user_id = ? AND pinned_at IS NOT NULL AND id <> ?',
      [userId, conversationId],
    );
    if (others >= MAX_PINNED)
      throw new AppError('conflict', {
        param: 'pinned',
        message: `pinned: at most ${MAX_PINNED} chats can be pinned.`,
      });
  }
  const isPinned = archived ? false : pinned;
  const isArchived = pinned ? false : archived;
  if (isPinned !== undefined) await setTime(tx, conversationId, 'pinned_at', isPinned);
  if (isArchived !== undefined) await setTime(tx, conversationId, 'archived_at', isArchived);
  if (folderId === undefined) return;
  if (folderId !== null) await lockFolder(tx, { userId, folderId });
  await change(tx, 'UPDATE conversations SET folder_id = ? WHERE id = ?', [folderId, conversationId]);
}

/** A time that is set already stays, so that a repeated request changes no order. */
async function setTime(
  tx: Transaction,
  conversationId: string,
  column: 'pinned_at' | 'archived_at',
  isSet: boolean,
): Promise<void> {
  await change(
    tx,
    `UPDATE conversations SET ${column} = IF(?, COALESCE(${column}, NOW(3)), NULL) WHERE id = ?`,
    [isSet, conversationId],
  );
}
