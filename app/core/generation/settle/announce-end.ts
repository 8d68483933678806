import { endEvent } from '#app/core/generation/record/end-event.ts';
import type { ReplyWriter } from '#app/core/generation/stream/reply-writer.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import type { Ending, Settlement } from '#app/core/generation/record/ending.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';

/** Tells readers, tabs and devices that a reply was settled. */
export async function announceEnd(
  reply: RunningReply,
  ending: Ending,
  settlement: Settlement,
  writer: ReplyWriter,
): Promise<void> {
  reply.end(endEvent(ending, settlement.chargedMicro));
  await Promise.all([writer.flushed(reply), tellUser(ending, settlement)]);
}

/** Sends the user-wide news of an ending. */
export async function tellUser(ending: Ending, { balanceMicro }: Settlement): Promise<void> {
  const events = targetOf(ending.generation).userEvents?.(ending) ?? [];
  if (events.length === 0) return;
  if (balanceMicro !== null) events.push({ type: 'balance', balanceMicro: balanceMicro.toString() });
  await publishUserEvents(ending.generation.userId, events);
}
