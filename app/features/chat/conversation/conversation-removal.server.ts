import { findConversation } from '#app/core/conversations/conversations.ts';
import { clearConversations, deleteConversation } from '#app/core/conversations/deletion.ts';
import { deleteExpiredFilesOf } from '#app/core/files/records/file-rows.ts';
import { stopReply } from '#app/core/generation/recover/stop.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { findRunning } from '#app/core/targets/message/runs.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';

/**
 * Deletes one conversation; stops a reply that is still running in it first.
 * @throws AppError not_found
 */
export async function removeConversation(ids: { userId: string; conversationId: string }): Promise<void> {
  await findConversation(AUTOCOMMIT, ids);
  await stopReply(AUTOCOMMIT, ids);
  await transaction((tx) => deleteConversation(tx, ids));
  await deleteExpiredFilesOf(ids.userId);
  await publishUserEvents(ids.userId, [
    { type: 'conversation', conversationId: ids.conversationId, change: 'deleted' },
  ]);
}

/**
 * Deletes all conversations of a user; stops replies that are still running first.
 * @returns the number of deleted conversations
 */
export async function clearAll(userId: string): Promise<number> {
  const running = await findRunning(AUTOCOMMIT, userId);
  for (const { conversationId, replyMessageId } of running) {
    await stopReply(AUTOCOMMIT, { userId, conversationId, messageId: replyMessageId });
  }
  const cleared = await transaction((tx) => clearConversations(tx, userId));
  await deleteExpiredFilesOf(userId);
  await publishUserEvents(userId, [{ type: 'conversations-cleared' }]);
  return cleared;
}
