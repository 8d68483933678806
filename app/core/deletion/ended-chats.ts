import { deleteConversation } from '#app/core/conversations/deletion.ts';
import { listEnded, lockEnded, type EndedChat } from '#app/core/conversations/temporary.ts';
import { deleteExpiredFilesOf } from '#app/core/files/records/file-rows.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { endSharesOf } from '#app/core/shares/ending.ts';
import { findRunning } from '#app/core/targets/message/runs.ts';
import { transaction } from '#db/transaction.ts';

/** Chats that are listed at a time; each is deleted in a transaction of its own. */
const BATCH = 100;

/**
 * Deletes temporary chats whose time is over, with their messages, drafts and files. A chat with a running reply
 * waits until the reply has ended. Several workers may do it at once.
 * @returns how many
 */
export async function deleteEndedChats(): Promise<number> {
  let deleted = 0;
  for (let last: EndedChat | null = null; ;) {
    const chats: EndedChat[] = await listEnded(last, BATCH);
    for (const chat of chats) if (await deleteEnded(chat)) deleted += 1;
    last = chats.at(-1) ?? null;
    if (chats.length < BATCH) return deleted;
  }
}

async function deleteEnded({ id: conversationId, userId }: EndedChat): Promise<boolean> {
  const isDeleted = await transaction(async (tx) => {
    if (!(await lockEnded(tx, conversationId))) return false;
    // Under the lock: no reply begins meanwhile.
    const running = await findRunning(tx, userId);
    if (running.some((run) => run.conversationId === conversationId)) return false;
    await deleteConversation(tx, { userId, conversationId });
    await endSharesOf(tx, [conversationId]);
    return true;
  });
  if (!isDeleted) return false;
  await deleteExpiredFilesOf(userId);
  await publishUserEvents(userId, [{ type: 'conversation', conversationId, change: 'deleted' }]);
  return true;
}
