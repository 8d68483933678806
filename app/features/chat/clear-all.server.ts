import { clearConversations } from '#app/core/conversations/deletion.ts';
import { deleteExpiredFilesOf } from '#app/core/files/records/file-rows.ts';
import { stopReply } from '#app/core/generation/recover/stop.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { findRunning } from '#app/core/targets/message/runs.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';

/**
 * Deletes all conversations of a user; replies that still grow are stopped first.
 * @returns how many there were.
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
