import type { AppLoadContext } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import { ignoredInChat, type ChatRequest } from '#app/contracts/openai/chat-request.ts';
import { completionRequest, toConversation } from '#app/contracts/openai/completion-request.ts';
import { openCall, type OpenCall } from '#app/core/generation/admit/call.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { JsonResponse } from '#app/http/response/json-response.ts';
import type { Answer } from '#app/http/response/written-response.ts';
import { watchKey } from '#app/http/session/key-watch.ts';
import { answerHeaders } from '../answering/answer-headers.server.ts';
import { callFacts } from '../answering/call-facts.server.ts';
import { writtenBy } from '../answering/call-stream.server.ts';
import { collectWhole } from '../answering/collect-whole.server.ts';
import { createdAt } from '../answering/created-at.server.ts';
import { streamCall } from '../answering/stream-call.server.ts';
import { ofPrompt } from './of-prompt.ts';
import { TextChunks } from './text-chunks.ts';
import { TextBuilder, type TextFacts } from './text-completion.ts';

/** POST /api/v1/completions. */
export const textCompletionsCall = hubEndpoint(
  { body: completionRequest },
  async ({ body: request, ...asked }) => {
    const { context, user, key } = asked;
    const body = toConversation(request);
    try {
      const call = await openCall({
        target: 'call',
        task: 'chat',
        ...callFacts(asked),
        defaultModel: user.defaultModel,
        body,
      });
      return await answered({ body, call, context, inForce: watchKey(key.id, context.closed) });
    } catch (error) {
      throw error instanceof AppError ? ofPrompt(error) : error;
    }
  },
);

interface Answering {
  body: ChatRequest;
  call: OpenCall;
  context: AppLoadContext;
  /** Aborted when the client has left, the key has ended, or the time to drain is over. */
  inForce: AbortSignal;
}

async function answered(answering: Answering): Promise<Answer> {
  try {
    return await (answering.body.stream ? streamed(answering) : whole(answering));
  } catch (error) {
    answering.call.reader.close();
    throw error;
  }
}

async function whole({ call, context: { closed }, inForce }: Answering): Promise<Answer> {
  const builder = new TextBuilder();
  const onEntry = builder.add.bind(builder);
  const collected = await collectWhole({ call, closed, inForce, onEntry });
  if (!collected) return new Response(null, { status: 499 });
  const { start, end } = collected;
  return new JsonResponse(builder.build(factsOf(call, start), end), { headers: answerHeaders(call, start) });
}

function streamed({ body, call, context, inForce }: Answering): Promise<Answer> {
  return streamCall({
    call,
    context,
    inForce,
    ignored: ignoredInChat(body),
    promptField: 'prompt',
    open: (start) => {
      const chunks = new TextChunks({
        facts: factsOf(call, start ?? { model: body.model ?? '', provider: '' }),
        choices: start?.leftOut.includes('n') ? 1 : (body.n ?? 1),
        includeUsage: body.stream_options?.include_usage ?? false,
      });
      return writtenBy(chunks, call, context.closed);
    },
  });
}

/** The client's name for a call is taken by `/api/v1/generation` as it is. */
function factsOf(
  { generationId }: OpenCall,
  { model, provider }: Pick<TextFacts, 'model' | 'provider'>,
): TextFacts {
  return { id: `cmpl-${generationId}`, created: createdAt(generationId), model, provider };
}
