import { shorten, type QueuedView } from '#app/contracts/queued-message.ts';
import type { ChatSend } from '#app/contracts/send.ts';
import {
  addQueued,
  changeQueued,
  isQueueMoving,
  listQueued,
  removeQueued,
  sendNext,
  viewQueued,
} from '#app/core/conversations/queued-messages.ts';
import { findAttached } from '#app/core/generation/plan/files.ts';
import { stopReply } from '#app/core/generation/recover/stop.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { findRunning } from '#app/core/targets/message/runs.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';

interface InChat {
  userId: string;
  conversationId: string;
}

interface Queued extends InChat {
  queuedId: string;
}

/** Whether a new message waits: behind a running reply, or behind messages that are sent after it. */
export async function mustWait(place: InChat): Promise<boolean> {
  if (await isQueueMoving(AUTOCOMMIT, place)) return true;
  const running = await findRunning(AUTOCOMMIT, place.userId);
  return running.some(({ conversationId }) => conversationId === place.conversationId);
}

/**
 * Queues a message, which a worker sends when no reply runs in its chat. A repeated request queues it once.
 * @throws AppError as `addQueued`, and as `findAttached` for its files
 */
export async function queueMessage(send: ChatSend & { conversationId: string }): Promise<void> {
  const files = (await findAttached(send)).map(({ id }) => id);
  const message = { ...send, files, keepsOptions: send.keepsOptions ?? false };
  await transaction((tx) => addQueued(tx, message));
  await publish(send);
}

/** Replaces the text of a queued message. @throws AppError as `changeQueued` */
export async function editQueued(place: Queued, text: string): Promise<void> {
  await transaction((tx) => changeQueued(tx, place, text));
  await publish(place);
}

/** Removes a queued message. @throws AppError as `removeQueued` */
export async function cancelQueued(place: Queued): Promise<void> {
  await transaction((tx) => removeQueued(tx, place));
  await publish(place);
}

/**
 * Sends a queued message before the others: at once, or after a running reply, which is stopped.
 * @throws AppError as `sendNext`
 */
export async function sendQueuedNow(place: Queued): Promise<void> {
  await transaction((tx) => sendNext(tx, place));
  await stopReply(AUTOCOMMIT, place);
  await publish(place);
}

/**
 * The queue of a chat as its page shows it, without the ends of long texts.
 * @param editedId the message whose whole text is shown, in its form
 */
export async function viewQueue(place: InChat, editedId: string | null): Promise<QueuedView[]> {
  const views = (await listQueued(AUTOCOMMIT, place)).map(viewQueued);
  return views.map((view) => (view.queuedId === editedId ? view : shorten(view)));
}

function publish({ userId, conversationId }: InChat): Promise<void> {
  return publishUserEvents(userId, [{ type: 'conversation', conversationId, change: 'queue' }]);
}
