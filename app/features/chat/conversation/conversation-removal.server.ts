import { findConversation } from '#app/core/conversations/conversations.ts';
import { clearConversations, deleteConversation } from '#app/core/conversations/deletion.ts';
import { deleteExpiredFilesOf } from '#app/core/files/records/file-rows.ts';
import { stopReply } from '#app/core/generation/recover/stop.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { endAllShares, endSharesOf } from '#app/core/shares/ending.ts';
import { findRunning } from '#app/core/targets/message/runs.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';

/**
 * Deletes one conversation and its links; stops a reply that is still running in it first.
 * @throws AppError not_found
 */
export async function removeConversation(ids: { userId: string; conversationId: string }): Promise<void> {
  await findConversation(AUTOCOMMIT, ids);
  await stopReply(AUTOCOMMIT, ids);
  await transaction(async (tx) => {
    await deleteConversation(tx, ids);
    await endSharesOf(tx, ids.conversationId);
  });
  await deleteExpiredFilesOf(ids.userId);
  await publishUserEvents(ids.userId, [
    { type: 'conversation', conversationId: ids.conversationId, change: 'deleted' },
  ]);
}

/**
 * Deletes all conversations of a user and their links; stops replies that are still running first.
 * @returns the number of deleted conversations
 */
export async function clearAll(userId: string): Promise<number> {
  const running = await findRunning(AUTOCOMMIT, userId);
  for (const { conversationId, replyMessageId } of running) {
    await stopReply(AUTOCOMMIT, { userId, conversationId, messageId: replyMessageId });
  }
  const cleared = await transaction(async (tx) => {
    const count = await clearConversations(tx, userId);
    await endAllShares(tx, userId);
    return count;
  });
  await deleteExpiredFilesOf(userId);
  await publishUserEvents(userId, [{ type: 'conversations-cleared' }]);
  return cleared;
}
