import type { AppLoadContext } from '@remix-run/node';
import type { ReplyStart } from '#app/contracts/generation.ts';
import { chatRequest, ignoredInChat, type ChatRequest } from '#app/contracts/openai/chat-request.ts';
import { hidesThoughts, withOneReasoning } from '#app/contracts/openai/reasoning.ts';
import { openCall, type OpenCall } from '#app/core/generation/admit/call.ts';
import { callFacts, createdAt } from '#app/features/hub-api/answering/call-facts.server.ts';
import { collectWhole, streamCall, streamOf } from '#app/features/hub-api/answering/delivery.server.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { JsonResponse, type Answer } from '#app/http/response/written-response.ts';
import { watchKey } from '#app/http/session/live-watch.ts';
import { answerHeaders } from '../answering/answer-headers.server.ts';
import { choicesOf, CompletionBuilder, CompletionChunks } from './completion.ts';

/** The body includes images, as base64. */
const SPEC = { body: chatRequest, maxBytes: 20 * 1024 * 1024 };

/** POST /api/v1/chat/completions. */
export const completionsCall = hubEndpoint(SPEC, async ({ body: request, ...incoming }) => {
  const body = withOneReasoning(request);
  const { context, user, key } = incoming;
  const call = await openCall({
    target: 'call',
    task: 'chat',
    ...callFacts(incoming),
    defaultModel: user.defaultModel,
    body,
  });
  const answer = { body, call, context, stopSignal: watchKey(key.id, context.closed) };
  try {
    return body.stream ? await streamed(answer) : await whole(answer);
  } catch (error) {
    call.reader.close();
    throw error;
  }
});

interface Answering {
  body: ChatRequest;
  call: OpenCall;
  context: AppLoadContext;
  /** Aborted when the client disconnects, the key ends, or the time to drain is over. */
  stopSignal: AbortSignal;
}

/** Answers in one piece, once the answer is complete. */
async function whole({ body, call, context: { closed }, stopSignal }: Answering): Promise<Answer> {
  const { generationId: id } = call;
  const builder = new CompletionBuilder(hidesThoughts(body));
  const collected = await collectWhole({ call, closed, stopSignal, onEntry: (entry) => builder.add(entry) });
  if (!collected) return new Response(null, { status: 499 });
  const { model, provider } = collected.start;
  const facts = { id: completionId(id), created: createdAt(id), model, provider };
  const isShort = choicesOf(collected.end) < (body.n ?? 1);
  const headers = answerHeaders(call, isShort ? withoutChoices(collected.start) : collected.start);
  return new JsonResponse(builder.build(facts, collected.end), { headers });
}

function streamed({ body, call, context, stopSignal }: Answering): Promise<Answer> {
  const { generationId: id } = call;
  return streamCall({
    call,
    context,
    stopSignal,
    ignored: ignoredInChat(body),
    open: (start) => {
      const chunks = new CompletionChunks({
        id: completionId(id),
        created: createdAt(id),
        model: start?.model ?? body.model ?? '',
        provider: start?.provider ?? '',
        choices: start?.leftOut.includes('n') ? 1 : (body.n ?? 1),
        hidesThoughts: hidesThoughts(body),
        includeUsage: (body.stream_options?.include_usage || body.usage?.include) ?? false,
      });
      return streamOf(chunks, call, context.closed);
    },
  });
}

/**
 * Adds `n` to the fields without effect when an answer has fewer choices than requested, even if that was not
 * known before.
 */
function withoutChoices(start: ReplyStart): ReplyStart {
  return { ...start, leftOut: [...new Set([...start.leftOut, 'n'])] };
}

/** The client's id for a call; `/api/v1/generation` accepts it unchanged. */
function completionId(generationId: string): string {
  return `chatcmpl-${generationId}`;
}
