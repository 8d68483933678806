import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { START_CURSOR } from '#app/contracts/generation.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { stopReply } from '#app/core/generation/recover/stop.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { findRunning } from '#app/core/targets/message/runs.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { JsonResponse } from '#app/http/response/written-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { requireEndpoint } from './send-body.server.ts';
import { growingId, readFinalPair, type FinalPair } from './send-events.server.ts';

const abortBody = z.object({
  /** The id of the conversation. */
  abortKey: z.string().min(1).max(64),
  /**
   * Selects one of several replies: by its id, by its id while it grows, or by the id of the message that it
   * answers.
   */
  messageId: z.string().min(1).max(65).nullish(),
});

/**
 * In milliseconds. Longer than any stop takes; the sweeper closes the run of a dead worker within this time.
 */
const MAX_STOP_MS = 30_000;

/** In milliseconds. A provider that cancels a job confirms it within this time. */
const MAX_CANCEL_MS = 2000;

const NOT_CANCELLED =
  'The job was asked to stop. A provider that does not take it back still delivers it, and it is charged.';

/**
 * POST /api/ask/{endpoint}/abort: stops a reply and answers with both messages once the rest is stored. For
 * an image or a video that its provider has not cancelled at once, answers with 202, `final: false` and an
 * explanation in `message`.
 */
export const abortEndpoint = endpoint(
  { auth: 'user', params: z.object({ endpoint: z.string() }), body: abortBody },
  async ({ user, params, body, context }) => {
    requireEndpoint(params.endpoint);
    const { abortKey, messageId } = body;
    const { hasEnded, pair } = await abortReply({
      userId: user.id,
      conversationId: abortKey,
      messageId: messageId ?? null,
      closed: context.closed,
    });
    if (hasEnded) return { final: true, ...pair };
    return new JsonResponse({ final: false, message: NOT_CANCELLED, ...pair }, { status: 202 });
  },
);

interface Abort {
  userId: string;
  conversationId: string;
  messageId: string | null;
  closed: AbortSignal;
}

/**
 * Stops the newest running reply of a conversation, or the given one, and waits until it is stored; for a job
 * only as long as its provider needs to cancel it.
 * @throws AppError not_found for a conversation that is not the user's, conflict when no reply is running
 */
async function abortReply({
  userId,
  conversationId,
  messageId,
  closed,
}: Abort): Promise<{ hasEnded: boolean; pair: FinalPair }> {
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
  const { generationId, replyMessageId, isJob } = reply;
  // null: the reply has just ended on its own, and is stored.
  const stopped = await stopReply(AUTOCOMMIT, { userId, conversationId, messageId: replyMessageId });
  const maxMs = isJob ? MAX_CANCEL_MS : MAX_STOP_MS;
  const hasEnded = stopped === null || (await endsWithin(maxMs, generationId, closed));
  if (!hasEnded && !isJob)
    throw new AppError('unavailable', { message: 'The reply is stopping. Please try again in a moment.' });
  return { hasEnded, pair: await readFinalPair({ userId, conversationId, replyMessageId }) };
}

async function endsWithin(maxMs: number, generationId: string, closed: AbortSignal): Promise<boolean> {
  const waiting = new AbortController();
  const leave = () => waiting.abort();
  const timer = setTimeout(leave, maxMs);
  closed.addEventListener('abort', leave, { once: true });
  let isStored = false;
  for await (const { event } of readReply({ generationId, cursor: START_CURSOR, signal: waiting.signal }))
    isStored = event.type === 'end';
  clearTimeout(timer);
  closed.removeEventListener('abort', leave);
  return isStored;
}

function nothingRuns(): AppError {
  return new AppError('conflict', {
    message: 'This chat has no reply in progress.',
    param: 'abortKey',
  });
}
