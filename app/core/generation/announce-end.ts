import type { UserEvent } from '#app/contracts/user-events.ts';
import { readBalance } from '#app/core/ledger/read-balance.ts';
import { ring } from '#app/core/queue/bell.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { endEvent } from './end-event.ts';
import type { ReplyWriter } from './reply-writer.ts';
import type { RunningReply } from './running-reply.ts';
import type { Ending } from './settle.ts';
import { publishUserEvents } from './user-events.ts';

/** Tells readers, tabs and devices that a reply was settled, and rings for what follows. */
export async function announceEnd(
  reply: RunningReply,
  ending: Ending,
  chargedMicro: bigint,
  writer: ReplyWriter,
): Promise<void> {
  reply.end(endEvent(ending, chargedMicro));
  if (ending.follow) ring(ending.follow.id, 1);
  await Promise.all([writer.flushed(reply), tellUser(ending)]);
}

/** Sends the user-wide news of an ending. */
export async function tellUser(ending: Ending): Promise<void> {
  const { generation, state, text } = ending;
  const { id: generationId, userId, conversationId, kind, accountId } = generation;
  if (!conversationId) return;
  const events: UserEvent[] = [];
  if (kind === 'title') {
    if (state === 'done') events.push({ type: 'title', conversationId, title: text });
  } else events.push({ type: 'reply-ended', generationId, conversationId, state });
  if (accountId) {
    const { balanceMicro } = await readBalance(AUTOCOMMIT, userId);
    events.push({ type: 'balance', balanceMicro: balanceMicro.toString() });
  }
  if (events.length > 0) await publishUserEvents(userId, events);
}
