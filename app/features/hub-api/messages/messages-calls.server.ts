import type { AppLoadContext } from '@remix-run/node';
import { countRequest, messageRequest } from '#app/contracts/anthropic/message-request.ts';
import { AppError } from '#app/contracts/errors.ts';
import { ignoredInChat, type ChatRequest } from '#app/contracts/openai/chat-request.ts';
import { openCall, type OpenCall } from '#app/core/generation/admit/call.ts';
import { countInput } from '#app/core/tasks/chat/token-count.ts';
import { answerHeaders, renameIgnored } from '#app/features/hub-api/answering/answer-headers.server.ts';
import { callFacts } from '#app/features/hub-api/answering/call-facts.server.ts';
import { collectWhole, streamCall, streamOf } from '#app/features/hub-api/answering/delivery.server.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { JsonResponse, type Answer } from '#app/http/response/written-response.ts';
import { watchKey } from '#app/http/session/live-watch.ts';
import { MessageBuilder, MessageEvents, PING } from './message-answer.ts';
import { toChatRequest, toPrompt, type MessageFields } from './chat-request.ts';

/** The body includes images, as base64. */
const MESSAGES_MAX_BYTES = 20 * 1024 * 1024;

/** POST /api/v1/messages. */
export const messagesCall = hubEndpoint(
  { body: messageRequest, maxBytes: MESSAGES_MAX_BYTES },
  async ({ body: request, ...incoming }) => {
    const { context, user, key } = incoming;
    const { body, fields } = toChatRequest(request);
    const call = await openCall({
      target: 'call',
      task: 'chat',
      ...callFacts(incoming),
      defaultModel: user.defaultModel,
      body,
    }).catch((error: unknown) => {
      throw error instanceof AppError ? fields.ofCall(error) : error;
    });
    const answering = { body, fields, call, context, stopSignal: watchKey(key.id, context.closed) };
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
  /** Aborted when the client disconnects, the key ends, or the time to drain is over. */
  stopSignal: AbortSignal;
}

const SPEC = { counts: 'quote', body: countRequest, maxBytes: MESSAGES_MAX_BYTES } as const;

/**
 * POST /api/v1/messages/count_tokens: the tokens of a prompt by our own count, with its margin: the number by
 * which a call with it is admitted. Nothing is called, held or charged, and no prompt is too long to count.
 */
export const countTokensCall = hubEndpoint(SPEC, async ({ body: request, key, user, context }) => {
  const { body, fields } = toPrompt(request);
  const prompt = { body, key, userId: user.id, defaultModel: user.defaultModel, signal: context.closed };
  const tokens = await countInput(prompt).catch((error: unknown) => {
    throw error instanceof AppError ? fields.ofCall(error) : error;
  });
  return { input_tokens: tokens };
});

/** Answers in one piece, once the answer is complete. */
async function whole({ call, context: { closed }, stopSignal }: Answering): Promise<Answer> {
  const builder = new MessageBuilder();
  const onEntry = builder.add.bind(builder);
  const collected = await collectWhole({ call, closed, stopSignal, onEntry });
  if (!collected) return new Response(null, { status: 499 });
  const { start, end } = collected;
  const message = builder.build({ id: messageId(call), model: start.model }, end);
  return new JsonResponse(message, { headers: answerHeaders(call, start) });
}

function streamed({ body, fields, call, context, stopSignal }: Answering): Promise<Answer> {
  return streamCall({
    call,
    context,
    stopSignal,
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
      return streamOf(events, call, context.closed);
    },
  });
}

/** The client's id for a call; `/api/v1/generation` accepts it unchanged. */
function messageId({ generationId }: OpenCall): string {
  return `msg_${generationId}`;
}
