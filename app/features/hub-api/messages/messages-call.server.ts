import type { AppLoadContext } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import { messageRequest } from '#app/contracts/anthropic/message-request.ts';
import { ignoredInChat, type ChatRequest } from '#app/contracts/openai/chat-request.ts';
import { openCall, type OpenCall } from '#app/core/generation/admit/call.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { JsonResponse } from '#app/http/response/json-response.ts';
import type { Answer } from '#app/http/response/written-response.ts';
import { watchKey } from '#app/http/session/key-watch.ts';
import { answerHeaders, renameIgnored } from '../answering/answer-headers.server.ts';
import { callFacts } from '../answering/call-facts.server.ts';
import { writtenBy } from '../answering/call-stream.server.ts';
import { collectWhole } from '../answering/collect-whole.server.ts';
import { streamCall } from '../answering/stream-call.server.ts';
import { MessageEvents, PING } from './message-events.ts';
import type { MessageFields } from './message-fields.ts';
import { toChatRequest } from './to-chat-request.ts';
import { MessageBuilder } from './whole-message.ts';

/** Pictures come in the body, as base64. */
export const MESSAGES_MAX_BYTES = 20 * 1024 * 1024;

/** POST /api/v1/messages. */
export const messagesCall = hubEndpoint(
  { body: messageRequest, maxBytes: MESSAGES_MAX_BYTES },
  async ({ body: request, ...asked }) => {
    const { context, user, key } = asked;
    const { body, fields } = toChatRequest(request);
    const call = await openCall({
      target: 'call',
      task: 'chat',
      ...callFacts(asked),
      defaultModel: user.defaultModel,
      body,
    }).catch((error: unknown) => {
      throw error instanceof AppError ? fields.ofCall(error) : error;
    });
    const answering = { body, fields, call, context, inForce: watchKey(key.id, context.closed) };
    try {
      const answer = await (body.stream ? streamed(answering) : whole(answering));
      return renameIgnored(answer, (field) => fields.name(field));
    } catch (error) {
      call.reader.close();
      throw error instanceof AppError ? fields.ofRun(error) : error;
    }
  },
);

interface Answering {
  body: ChatRequest;
  fields: MessageFields;
  call: OpenCall;
  context: AppLoadContext;
  /** Aborted when the client has left, the key has ended, or the time to drain is over. */
  inForce: AbortSignal;
}

/** The answer in one piece, once it is there. */
async function whole({ call, context: { closed }, inForce }: Answering): Promise<Answer> {
  const builder = new MessageBuilder();
  const onEntry = builder.add.bind(builder);
  const collected = await collectWhole({ call, closed, inForce, onEntry });
  if (!collected) return new Response(null, { status: 499 });
  const { start, end } = collected;
  const message = builder.build({ id: messageId(call), model: start.model }, end);
  return new JsonResponse(message, { headers: answerHeaders(call, start) });
}

function streamed({ body, fields, call, context, inForce }: Answering): Promise<Answer> {
  return streamCall({
    call,
    context,
    inForce,
    ignored: ignoredInChat(body),
    heartbeat: PING,
    open: (start) => {
      const events = new MessageEvents({
        id: messageId(call),
        model: start?.model ?? body.model ?? '',
        promptTokens: call.promptTokens,
        requestId: context.requestId,
        fields,
      });
      return writtenBy(events, call, context.closed);
    },
  });
}

/** The client's name for a call; `/api/v1/generation` takes it as it is. */
function messageId({ generationId }: OpenCall): string {
  return `msg_${generationId}`;
}
