import type { UserEvent } from '#app/contracts/user-events.ts';
import { enqueue } from '#app/core/queue/enqueue.ts';
import { endEvent } from './end-event.ts';
import type { ReplyWriter } from '#app/core/generation/stream/reply-writer.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import type { Ending, Settlement } from './ending.ts';
import { hasTitle } from './title.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';

/** Tells readers, tabs and devices that a reply was settled, and enqueues what follows. */
export async function announceEnd(
  reply: RunningReply,
  ending: Ending,
  settlement: Settlement,
  writer: ReplyWriter,
): Promise<void> {
  reply.end(endEvent(ending, settlement.chargedMicro));
  if (ending.follow) enqueue(ending.follow.id, 1);
  await Promise.all([writer.flushed(reply), tellUser(ending, settlement)]);
}

/** Sends the user-wide news of an ending. */
export async function tellUser(ending: Ending, { balanceMicro }: Settlement): Promise<void> {
  const { generation, state, text } = ending;
  const { id: generationId, userId, conversationId, kind } = generation;
  if (!conversationId) return;
  const events: UserEvent[] = [];
  if (kind === 'title') {
    if (hasTitle(ending)) events.push({ type: 'title', conversationId, title: text });
  } else events.push({ type: 'reply-ended', generationId, conversationId, state });
  if (balanceMicro !== null) events.push({ type: 'balance', balanceMicro: balanceMicro.toString() });
  if (events.length > 0) await publishUserEvents(userId, events);
}
