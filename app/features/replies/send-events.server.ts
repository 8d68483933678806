import { withMessageFields } from '#app/contracts/chat-fields.ts';
import type { ChatConversation, ChatMessage } from '#app/contracts/chat.ts';
import { AppError, errorBody } from '#app/contracts/errors.ts';
import type { NumberedEvent, ReplyEnd } from '#app/contracts/generation.ts';
import type { AdmittedReply } from '#app/contracts/send.ts';
import { findPair } from '#app/core/conversations/messages/placed-messages.ts';
import { describeConversation } from '#app/core/targets/message/conversation.ts';
import { errorSentence } from '#app/http/error-response.ts';
import type { SseEvent } from '#app/http/response/sse-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { growth } from './growth.ts';

/** Both messages as stored after the end of the reply. */
export interface FinalPair {
  title: string;
  conversation: ChatConversation;
  requestMessage: ChatMessage;
  responseMessage: ChatMessage;
}

const MIN_PAUSE_MS = 40;

/** Every intermediate event repeats the text so far; at most this many characters a second are repeated. */
const REPEATED_PER_SECOND = 64 * 1024;

/**
 * How long to wait after repeating a reply of `length` characters, in milliseconds: a reply of 50,000
 * characters is sent again every 0.8 s. The bytes of a stream grow with its duration, and never with the
 * square of its length.
 */
export function repeatPauseMs(length: number): number {
  return Math.max(MIN_PAUSE_MS, (length / REPEATED_PER_SECOND) * 1000);
}

/**
 * The id of a reply while it grows: that of the user message plus an underscore, as the spec requires. The
 * reply is stored under its own id, which is `responseMessageId` in `created` and in every intermediate
 * event, and the `messageId` of `responseMessage` in the final event.
 */
export function growingId(promptMessageId: string): string {
  return `${promptMessageId}_`;
}

/** The stored error of a reply that failed; null for a complete one. */
function endError(end: ReplyEnd): AppError | null {
  if (end.errorCode === null) return null;
  return new AppError(end.errorCode, { message: end.errorDetail ?? errorSentence(end.errorCode) });
}

/**
 * The spec's events of one send: `created`, `message` with the text so far, then `final`, or `error` for a
 * reply that failed (with its text so far, and both messages as stored). If the stream itself fails, or its
 * process ends, the `error` comes from `cutEvent`: the reply continues, and its messages can be read by their
 * ids.
 * @param readPair reads both messages again after the end
 */
export async function* sendEvents(
  admitted: AdmittedReply & {
    /** Options of the call that the model does not receive, by the endpoint's names. */
    ignored: readonly string[];
  },
  source: AsyncIterable<NumberedEvent>,
  readPair: () => Promise<FinalPair>,
): AsyncIterable<SseEvent> {
  const { conversationId, prompt, reply } = admitted;
  const ids = idsOf(admitted);
  yield messageEvent({
    created: true,
    conversationId,
    responseMessageId: reply.messageId,
    message: withMessageFields(prompt),
    // Facts that clients may show before the first token.
    generationId: admitted.generationId,
    maxOutputTokens: admitted.maxOutputTokens,
    capLowered: admitted.capLowered,
    omittedMessages: admitted.omittedMessages,
    ignoredOptions: admitted.ignored,
  });

  let initial = true;
  let text = '';
  let thinking = '';
  for await (const more of growth(source, () => repeatPauseMs(text.length + thinking.length))) {
    text += more.text;
    thinking += more.thinking;
    const { end } = more;
    if (end === null) {
      yield messageEvent({ message: true, initial, text, ...(thinking && { thinking }), ...ids });
      initial = false;
      continue;
    }
    const pair = await readPair();
    const error = endError(end);
    if (error === null) yield messageEvent({ final: true, ...pair });
    else yield cutEvent(error, pair);
  }
}

/** The ids of a send's messages, in the form of its events. */
export function idsOf({ conversationId, prompt, reply }: AdmittedReply) {
  return {
    conversationId,
    messageId: growingId(prompt.messageId),
    parentMessageId: prompt.messageId,
    responseMessageId: reply.messageId,
  };
}

/** The event that ends a send without its reply. @param facts known facts of the messages */
export function cutEvent(error: AppError, facts: object): SseEvent {
  return { event: 'error', data: { ...errorBody(error), code: error.code, text: error.message, ...facts } };
}

/** Whether an event is the last one of its send. */
export function isEnd({ event, data }: SseEvent): boolean {
  return event === 'error' || (data as { final?: true }).final === true;
}

function messageEvent(data: object): SseEvent {
  return { event: 'message', data };
}

/**
 * A reply and the message that it answers, as stored now, with their conversation.
 * @throws AppError not_found if they were deleted in the meantime
 */
export async function readFinalPair(at: {
  userId: string;
  conversationId: string;
  replyMessageId: string;
}): Promise<FinalPair> {
  const { conversation, prompt, reply } = await findPair(AUTOCOMMIT, at);
  return {
    title: conversation.title,
    conversation: await describeConversation(AUTOCOMMIT, conversation, reply),
    requestMessage: withMessageFields(prompt, conversation.title),
    responseMessage: withMessageFields(reply, conversation.title),
  };
}
