import { forkConversation, type ForkPoint } from '#app/core/conversations/messages/forked-conversation.ts';
import { keepConversation } from '#app/core/conversations/temporary.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { transaction } from '#db/transaction.ts';

/**
 * Turns a temporary conversation into one that stays, and lists it on every device.
 * @throws AppError as `keepConversation`
 */
export async function keepForUser(ids: { userId: string; conversationId: string }): Promise<void> {
  const followUps = await transaction((tx) => keepConversation(tx, ids));
  followUps.forEach(enqueueFollowUp);
  await announce(ids.userId, ids.conversationId);
}

/**
 * Copies a branch into a new conversation, and lists it on every device.
 * @returns the id of the new conversation
 * @throws AppError as `forkConversation`
 */
export async function forkForUser(point: ForkPoint): Promise<string> {
  const conversationId = await transaction((tx) => forkConversation(tx, point));
  await announce(point.userId, conversationId);
  return conversationId;
}

function announce(userId: string, conversationId: string): Promise<void> {
  return publishUserEvents(userId, [{ type: 'conversation', conversationId, change: 'placed' }]);
}
