import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '#app/contracts/errors.ts';
import type { DeleteScope } from '#app/contracts/trash.ts';
import { listBranch } from '#app/core/conversations/ancestors.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { restoreMessages } from '#app/core/conversations/trash/restored-branches.ts';
import { findTrashKind } from '#app/core/conversations/trash/trash-entries.ts';
import { trashMessages, type Trashed } from '#app/core/conversations/trash/trashed-branches.ts';
import {
  restoreConversations,
  trashAllConversations,
  trashConversation,
} from '#app/core/conversations/trash/trashed-chats.ts';
import { deleteTrashed, emptyTrash } from '#app/core/deletion/purge-trash.ts';
import { deleteExpiredFilesOf } from '#app/core/files/records/file-rows.ts';
import { stopReply } from '#app/core/generation/recover/stop.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { endSharesOf } from '#app/core/shares/ending.ts';
import { findRunning } from '#app/core/targets/message/runs.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';

/** A stopped reply ends within a second, once its provider has answered. */
const STOP_MS = 3_000;
const STOP_POLL_MS = 50;

/** A conversation, or messages of it, after a restoration. */
export interface Restored {
  conversationId: string;
  /** The first of the restored messages; null for a conversation. */
  messageId: string | null;
}

/**
 * Moves one conversation to the trash; stops a reply that is still running in it first. A temporary one is deleted
 * for good, with its links.
 * @returns the entry in the trash; null if it was deleted for good
 * @throws AppError not_found
 */
export async function removeConversation(ids: {
  userId: string;
  conversationId: string;
}): Promise<string | null> {
  const { userId, conversationId } = ids;
  await findConversation(AUTOCOMMIT, ids);
  await stopReply(AUTOCOMMIT, ids);
  const isStored = await transaction(async (tx) => {
    const isTrashed = await trashConversation(tx, ids);
    if (!isTrashed) await endSharesOf(tx, [conversationId]);
    return isTrashed;
  });
  if (!isStored) await deleteExpiredFilesOf(userId);
  await publishUserEvents(userId, [{ type: 'conversation', conversationId, change: 'deleted' }]);
  return isStored ? conversationId : null;
}

/**
 * Moves all conversations of a user to the trash; stops replies that are still running first. Temporary ones are
 * deleted for good, with their links.
 * @returns the number of conversations
 */
export async function clearAll(userId: string): Promise<number> {
  const running = await findRunning(AUTOCOMMIT, userId);
  for (const { conversationId, replyMessageId } of running) {
    await stopReply(AUTOCOMMIT, { userId, conversationId, messageId: replyMessageId });
  }
  const { trashed, deleted } = await transaction(async (tx) => {
    const done = await trashAllConversations(tx, userId);
    if (done.deleted.length > 0) await endSharesOf(tx, done.deleted);
    return done;
  });
  await deleteExpiredFilesOf(userId);
  await publishUserEvents(userId, [{ type: 'conversations-cleared' }]);
  return trashed.length + deleted.length;
}

/**
 * Moves a message, alone or with what follows it, to the trash; stops replies below it first. With the only messages
 * of a chat the whole chat moves.
 * @throws AppError not_found; conflict while a reply below it does not stop
 */
export async function removeMessages(target: {
  userId: string;
  conversationId: string;
  messageId: string;
  scope: DeleteScope;
}): Promise<Trashed> {
  const { userId, conversationId } = target;
  await findConversation(AUTOCOMMIT, target);
  await stopBelow(target);
  const done = await transaction(async (tx) => {
    const trashed = await trashMessages(tx, target);
    if (trashed.isWholeChat && trashed.trashId === null) await endSharesOf(tx, [conversationId]);
    return trashed;
  });
  if (done.trashId === null) await deleteExpiredFilesOf(userId);
  const change = done.isWholeChat ? 'deleted' : 'branch';
  await publishUserEvents(userId, [{ type: 'conversation', conversationId, change }]);
  return done;
}

/** Stops the replies below a message, and waits until they have ended, but not for long. */
async function stopBelow(at: { userId: string; conversationId: string; messageId: string }): Promise<void> {
  const end = performance.now() + STOP_MS;
  const stopped = new Set<string>();
  for (;;) {
    const running = await findRunningBelow(at);
    if (running.length === 0 || performance.now() > end) return;
    for (const replyId of running) {
      if (stopped.has(replyId)) continue;
      stopped.add(replyId);
      await stopReply(AUTOCOMMIT, { ...at, messageId: replyId });
    }
    await delay(STOP_POLL_MS);
  }
}

async function findRunningBelow({
  userId,
  conversationId,
  messageId,
}: {
  userId: string;
  conversationId: string;
  messageId: string;
}): Promise<string[]> {
  const found: string[] = [];
  for (const run of await findRunning(AUTOCOMMIT, userId)) {
    if (run.conversationId !== conversationId) continue;
    const branch = { conversationId, messageId: run.replyMessageId, max: Infinity };
    if ((await listBranch(AUTOCOMMIT, branch)).includes(messageId)) found.push(run.replyMessageId);
  }
  return found;
}

/**
 * Restores an entry of a user's trash.
 * @throws AppError not_found; conflict naming `conversationId` or `parentMessageId` when the chat of the messages, or
 * the message before them, must be restored first
 */
export async function restoreTrashed(at: { userId: string; trashId: string }): Promise<Restored> {
  const { userId, trashId } = at;
  const kind = await findTrashKind(AUTOCOMMIT, at);
  const restored = await transaction<Restored>(async (tx) => {
    if (kind === 'messages') return restoreMessages(tx, at);
    const [conversationId] = await restoreConversations(tx, userId, [trashId]);
    if (conversationId === undefined) throw new AppError('not_found', { param: 'trashId' });
    return { conversationId, messageId: null };
  });
  const { conversationId, messageId } = restored;
  const change = messageId === null ? 'placed' : 'branch';
  await publishUserEvents(userId, [{ type: 'conversation', conversationId, change }]);
  return restored;
}

/**
 * Deletes an entry of a user's trash for good.
 * @throws AppError not_found
 */
export async function deleteForGood(at: { userId: string; trashId: string }): Promise<void> {
  const { userId, trashId } = at;
  await findTrashKind(AUTOCOMMIT, at);
  if ((await deleteTrashed(userId, [trashId])) === 0) throw new AppError('not_found', { param: 'trashId' });
  await publishUserEvents(userId, [{ type: 'trash' }]);
}

/** Deletes the whole trash of a user for good. @returns the number of its entries */
export async function deleteTrash(userId: string): Promise<number> {
  const count = await emptyTrash(userId);
  await publishUserEvents(userId, [{ type: 'trash' }]);
  return count;
}
