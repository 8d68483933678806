import type { AppLoadContext } from '@remix-run/node';
import { chatRequest, ignoredInChat, type ChatRequest } from '#app/contracts/openai/chat-request.ts';
import type { ReplyStart } from '#app/contracts/generation.ts';
import { openCall, type OpenCall } from '#app/core/generation/admit/open-call.ts';
import { timeOfId } from '#app/core/platform/ids.ts';
import { drained } from '#app/http/draining.ts';
import { JsonResponse } from '#app/http/response/json-response.ts';
import { watchKey } from '#app/http/session/key-watch.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { streamResponse } from '#app/http/response/stream-response.ts';
import type { Answer } from '#app/http/response/written-response.ts';
import { answerHeaders } from './answer-headers.server.ts';
import { callFacts } from './call-facts.server.ts';
import { CompletionChunks, endError, failureChunk } from './completion-chunks.ts';
import { completionStream } from './completion-stream.server.ts';
import { cutByUs, endEarly } from './end-early.server.ts';
import { collectWhole } from './collect-whole.server.ts';
import { firstWithin, HOLD_OPEN_MS } from './first-within.ts';
import { choicesOf, CompletionBuilder } from './whole-completion.ts';

/** Pictures come in the body, as base64. */
const SPEC = { body: chatRequest, maxBytes: 20 * 1024 * 1024 };

/** POST /api/v1/chat/completions. */
export const completionsCall = hubEndpoint(SPEC, async ({ body, ...asked }) => {
  const { context, user, key } = asked;
  const call = await openCall({
    target: 'call',
    task: 'chat',
    ...callFacts(asked),
    defaultModel: user.defaultModel,
    body,
  });
  const answer = { body, call, context, inForce: watchKey(key.id, context.closed) };
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
  /** Aborted when the client has left, the key has ended, or the time to drain is over. */
  inForce: AbortSignal;
}

/** The answer in one piece, once it is there. */
async function whole({ body, call, context: { closed }, inForce }: Answering): Promise<Answer> {
  const { generationId: id } = call;
  const builder = new CompletionBuilder();
  const collected = await collectWhole({ call, closed, inForce, onEntry: (entry) => builder.add(entry) });
  if (!collected) return new Response(null, { status: 499 });
  const { model, provider } = collected.start;
  const facts = { id: completionId(id), created: createdAt(id), model, provider };
  const isShort = choicesOf(collected.end) < (body.n ?? 1);
  const headers = answerHeaders(call, isShort ? withoutChoices(collected.start) : collected.start);
  return new JsonResponse(builder.build(facts, collected.end), { headers });
}

/**
 * The answer as a stream. Its opening is held back until the model has begun to answer, so that everything that
 * goes wrong before is an ordinary error with a status.
 */
async function streamed({ body, call, context, inForce }: Answering): Promise<Answer> {
  const { generationId: id, reader } = call;
  const entries = reader.entries(inForce)[Symbol.asyncIterator]();
  const first = entries.next();
  const opening = await firstWithin(first, HOLD_OPEN_MS);
  if (inForce.aborted) {
    // Nobody will ever read the body, so its producer would not be there to say so.
    reader.close();
    const error = endEarly({ generationId: id, closed: context.closed, delivery: 'stream' });
    if (error) throw error;
    return new Response(null, { status: 499 });
  }
  const entry = opening && !opening.done ? opening.value : null;
  if (entry?.type === 'end') throw endError(entry);
  const start = entry?.type === 'start' ? entry : null;
  const chunks = new CompletionChunks({
    id: completionId(id),
    created: createdAt(id),
    model: start?.model ?? body.model ?? '',
    provider: start?.provider ?? '',
    choices: start?.leftOut.includes('n') ? 1 : (body.n ?? 1),
    includeUsage: (body.stream_options?.include_usage || body.usage?.include) ?? false,
  });
  return streamResponse({
    context,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      ...answerHeaders(call, start, ignoredInChat(body)),
    },
    heartbeat: ': working\n\n',
    lastPiece: CUT,
    // Nobody else can go on with it.
    until: drained(),
    produce: () =>
      completionStream({ generationId: id, chunks, reader, entries, first, closed: context.closed }),
  });
}

/** The time to drain is over while a stream is under way. Made once: an error of its own costs a stream a hundredth. */
const CUT = failureChunk(cutByUs());

/** Who gave fewer choices than were asked for has left `n` out, also where nobody knew that it would. */
function withoutChoices(start: ReplyStart): ReplyStart {
  return { ...start, leftOut: [...new Set([...start.leftOut, 'n'])] };
}

/** The client's name for a call; `/api/v1/generation` takes it as it is. */
function completionId(generationId: string): string {
  return `chatcmpl-${generationId}`;
}

/** Seconds since 1970. A repeat of the call says the same. */
function createdAt(generationId: string): number {
  return Math.floor(timeOfId(generationId).getTime() / 1000);
}
