import { AppError } from '#app/contracts/errors.ts';
import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { config } from '#app/core/platform/config.ts';
import { isId } from '#app/core/platform/ids.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Transaction, type Tx } from '#db/transaction.ts';
import { BEING_WRITTEN, TO_INDEX } from './messages/search-state.ts';

const HOUR = 3600 * 1000;

/** A temporary chat whose time is over. */
export interface EndedChat {
  id: string;
  userId: string;
  expiresAt: Date;
}

/** The end of a temporary chat that begins now. */
export function temporaryEnd(now = new Date()): Date {
  return new Date(now.getTime() + config().TEMPORARY_CHAT_HOURS * HOUR);
}

/** Returns whether the chat exists and will be deleted at its end. */
export async function isTemporary(tx: Tx, conversationId: string): Promise<boolean> {
  const row = await selectRow(tx, 'SELECT id FROM conversations WHERE id = ? AND expires_at IS NOT NULL', [
    conversationId,
  ]);
  return row !== undefined;
}

/**
 * Refuses what only a chat that stays can have: a place in a list, a link.
 * @param param the field of the request
 * @throws AppError conflict with `temporary` among its parameters
 */
export function assertStays(
  expiresAt: Date | null,
  param: 'pinned' | 'archived' | 'folderId' | 'conversationId',
): void {
  if (expiresAt === null) return;
  throw new AppError('conflict', {
    param,
    params: { temporary: 1 },
    message: `${param}: a temporary chat has no place in the lists and no links. Keep it first.`,
  });
}

/**
 * Turns a temporary chat into one that stays: it is listed, found by the search, and gets the title that its first
 * reply would have brought. No-op for a chat that stays already.
 * @returns the ids of follow-up jobs to enqueue after the commit
 * @throws AppError not_found, also for a chat whose time is over
 */
export async function keepConversation(
  tx: Transaction,
  { userId, conversationId }: { userId: string; conversationId: string },
): Promise<string[]> {
  const row = isId(conversationId)
    ? await selectRow<{ expiresAt: Date | null; titleSource: string }>(
        tx,
        `SELECT expires_at AS expiresAt, title_source AS titleSource FROM conversations FORCE INDEX (PRIMARY)
         WHERE id = ? AND user_id = ? AND (expires_at IS NULL OR expires_at > NOW(3)) FOR UPDATE`,
        [conversationId, userId],
      )
    : undefined;
  if (!row) throw new AppError('not_found', { param: 'conversationId' });
  if (row.expiresAt === null) return [];
  await change(tx, 'UPDATE conversations SET expires_at = NULL WHERE id = ?', [conversationId]);
  // The text of a reply that is being written is indexed at its end.
  await change(
    tx,
    `UPDATE messages SET search_state = ${TO_INDEX} WHERE conversation_id = ? AND search_state <> ${BEING_WRITTEN}`,
    [conversationId],
  );
  const generationId = row.titleSource === 'user' ? null : await firstGeneration(tx, conversationId);
  return generationId === null
    ? []
    : writeFollowUps(tx, [{ job: 'title', subject: conversationId, payload: { generationId } }]);
}

/** The generation of the first complete reply to the first message; null if there is none. */
async function firstGeneration(tx: Tx, conversationId: string): Promise<string | null> {
  const row = await selectRow<{ generationId: string }>(
    tx,
    `SELECT reply.generation_id AS generationId FROM messages first
     JOIN messages reply ON reply.conversation_id = first.conversation_id AND reply.parent_id = first.id
     WHERE first.conversation_id = ? AND first.position = 1 AND reply.generation_id IS NOT NULL
       AND reply.finish_reason IS NOT NULL AND reply.cancelled = 0 ORDER BY reply.position LIMIT 1`,
    [conversationId],
  );
  return row?.generationId ?? null;
}

/** Temporary chats whose time is over, the oldest end first. @param after the last one of the previous page */
export function listEnded(after: EndedChat | null, max: number): Promise<EndedChat[]> {
  return selectRows(
    AUTOCOMMIT,
    `SELECT id, user_id AS userId, expires_at AS expiresAt FROM conversations
     WHERE expires_at <= NOW(3) ${after ? 'AND expires_at >= ? AND (expires_at > ? OR id > ?)' : ''}
     ORDER BY expires_at, id LIMIT ?`,
    [...(after ? [after.expiresAt, after.expiresAt, after.id] : []), max],
  );
}

/** Locks a temporary chat for its deletion. @returns false if it was kept or deleted meanwhile */
export async function lockEnded(tx: Transaction, id: string): Promise<boolean> {
  const row = await selectRow(
    tx,
    'SELECT id FROM conversations FORCE INDEX (PRIMARY) WHERE id = ? AND expires_at <= NOW(3) FOR UPDATE',
    [id],
  );
  return row !== undefined;
}
