import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { START_CURSOR } from '#app/contracts/generation.ts';
import { findConversation } from '#app/core/conversations/find-conversation.ts';
import { findRunning } from '#app/core/targets/message/find-running.ts';
import { readReply } from '#app/core/generation/stream/read-reply.ts';
import { stopReply } from '#app/core/generation/recover/stop.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { readFinalPair } from './read-final-pair.server.ts';
import { requireEndpoint } from './send-body.server.ts';
import { growingId, type FinalPair } from './send-events.server.ts';

const abortBody = z.object({
  /** The conversation's id. */
  abortKey: z.string().min(1).max(64),
  /** Which of several replies: by its id, by the id that it has while it grows, or by the message it answers. */
  messageId: z.string().min(1).max(65).nullish(),
});

/** Longer than a stop ever takes; a worker that died is closed by the sweeper within this time. */
const LONGEST_STOP_MS = 30_000;

/** POST /api/ask/{endpoint}/abort: stops a reply and answers with both messages once the rest is stored. */
export const abortEndpoint = endpoint(
  { auth: 'user', params: z.object({ endpoint: z.string() }), body: abortBody },
  async ({ user, params, body, context }) => {
    requireEndpoint(params.endpoint);
    const { abortKey, messageId } = body;
    const pair = await abortReply({
      userId: user.id,
      conversationId: abortKey,
      messageId: messageId ?? null,
      closed: context.closed,
    });
    return { final: true, ...pair };
  },
);

interface Abort {
  userId: string;
  conversationId: string;
  messageId: string | null;
  closed: AbortSignal;
}

/**
 * Stops the newest running reply of a conversation, or the named one, and waits until it is stored.
 * @throws AppError not_found for a conversation that is not the user's, conflict when nothing runs
 */
async function abortReply({ userId, conversationId, messageId, closed }: Abort): Promise<FinalPair> {
  await findConversation(AUTOCOMMIT, { userId, conversationId });
  const replies = await findRunning(AUTOCOMMIT, userId);
  const reply = replies
    .filter((one) => one.conversationId === conversationId)
    .findLast(
      ({ replyMessageId, promptMessageId }) =>
        messageId === null ||
        [replyMessageId, promptMessageId, growingId(promptMessageId)].includes(messageId),
    );
  if (!reply) throw nothingRuns();
  const { generationId, replyMessageId } = reply;
  // null: it ended by itself at this very moment, and is stored.
  const stopped = await stopReply(AUTOCOMMIT, { userId, conversationId, messageId: replyMessageId });
  if (stopped !== null) await ended(generationId, closed);
  return readFinalPair({ userId, conversationId, replyMessageId });
}

async function ended(generationId: string, closed: AbortSignal): Promise<void> {
  const waiting = new AbortController();
  const leave = () => waiting.abort();
  const timer = setTimeout(leave, LONGEST_STOP_MS);
  closed.addEventListener('abort', leave, { once: true });
  let isStored = false;
  for await (const { event } of readReply({ generationId, cursor: START_CURSOR, signal: waiting.signal }))
    isStored = event.type === 'end';
  clearTimeout(timer);
  closed.removeEventListener('abort', leave);
  if (!isStored)
    throw new AppError('unavailable', { message: 'The reply was asked to stop and has not answered yet.' });
}

function nothingRuns(): AppError {
  return new AppError('conflict', {
    message: 'No reply is being written in this conversation.',
    param: 'abortKey',
  });
}
