import type { AppLoadContext } from '@remix-run/node';
import { ignoredInResponses, responsesRequest } from '#app/contracts/openai/responses/request.ts';
import { openCall, orderCall, type OpenCall } from '#app/core/generation/admit/call.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { JsonResponse } from '#app/http/response/json-response.ts';
import type { Answer } from '#app/http/response/written-response.ts';
import { watchKey } from '#app/http/session/key-watch.ts';
import { answerHeaders, renameIgnored } from '../answering/answer-headers.server.ts';
import { callFacts } from '../answering/call-facts.server.ts';
import { writtenBy } from '../answering/call-stream.server.ts';
import { collectWhole } from '../answering/collect-whole.server.ts';
import { streamCall } from '../answering/stream-call.server.ts';
import { factsOf, type Asked } from './asked.server.ts';
import { findKept, objectOf } from './find-kept.server.ts';
import { followResponse } from './follow-response.server.ts';
import { fieldInOurWords, inOurWords } from './in-our-words.ts';
import { responseId } from './item-id.ts';
import { keepCall, withdrawUnused } from './keep-call.server.ts';
import { OutputItems } from './output-items.ts';
import { readBefore } from './read-before.server.ts';
import { ResponseEvents } from './response-events.ts';
import { endedResponse, isWhole } from './response-object.ts';
import { toChat } from './to-chat.ts';

/** Pictures come in the body, as base64. */
export const RESPONSES_MAX_BYTES = 20 * 1024 * 1024;

const SPEC = { body: responsesRequest, maxBytes: RESPONSES_MAX_BYTES };

/** POST /api/v1/responses. */
export const responsesCall = hubEndpoint(SPEC, async ({ body, ...asked }) => {
  const { context, user, key } = asked;
  const inForce = watchKey(key.id, context.closed);
  const facts = { task: 'chat' as const, ...callFacts(asked), defaultModel: user.defaultModel };
  const { id: userId, refusesStore } = user;
  const own = { userId, generationId: facts.generationId, refusesStore };
  try {
    const before = await readBefore(userId, body);
    const chat = toChat(body, [...before.items, ...before.input]);
    const ignored = ignoredInResponses(body);
    if (refusesStore && body.store) {
      // The header and the receipt say that it had no effect.
      chat.store = true;
      ignored.push('store');
    }
    const kept = await keepCall(own, body, before);
    if (body.background) {
      // It is written piece by piece whoever reads it, so that it can be followed from anywhere, and survives its worker.
      const call = { ...facts, target: 'background' as const, body: { ...chat, stream: true } };
      const { generationId, isRepeat } = await withdrawUnused(own, kept, orderCall(call));
      const headers = orderedHeaders(generationId, isRepeat, ignored);
      const found = await findKept(userId, responseId(generationId));
      if (!body.stream) return new JsonResponse(objectOf(found), { headers });
      return followResponse({ kept: found.kept, after: -1, context, inForce, headers });
    }
    const call = await withdrawUnused(
      own,
      kept,
      openCall({ ...facts, target: kept.isKept ? 'response' : 'call', body: chat }),
    );
    const answer = { asked: kept.asked, call, context, inForce };
    try {
      const said = await (body.stream ? streamed(answer, ignored) : whole(answer));
      return renameIgnored(said, fieldInOurWords);
    } catch (error) {
      call.reader.close();
      throw error;
    }
  } catch (error) {
    throw inOurWords(error);
  }
});

interface Answering {
  asked: Asked;
  call: OpenCall;
  context: AppLoadContext;
  /** Aborted when the client has left, the key has ended, or the time to drain is over. */
  inForce: AbortSignal;
}

/** The answer in one piece, once it is there. */
async function whole({ asked, call, context: { closed }, inForce }: Answering): Promise<Answer> {
  const { generationId } = call;
  const items = new OutputItems({ ...asked, generationId });
  const onEntry = (entry: Parameters<OutputItems['add']>[0]) => void items.add(entry);
  const collected = await collectWhole({ call, closed, inForce, onEntry });
  if (!collected) return new Response(null, { status: 499 });
  const { start, end } = collected;
  items.end(isWhole(end));
  const completedAt = Math.floor(Date.now() / 1000);
  const facts = factsOf(asked, generationId, start);
  const response = endedResponse(facts, { output: items.items, end, completedAt });
  return new JsonResponse(response, { headers: answerHeaders(call, start) });
}

function streamed({ asked, call, context, inForce }: Answering, ignored: readonly string[]): Promise<Answer> {
  return streamCall({
    call,
    context,
    inForce,
    ignored,
    promptField: 'input',
    open: (start) =>
      writtenBy(new ResponseEvents(factsOf(asked, call.generationId, start)), call, context.closed),
  });
}

function orderedHeaders(
  generationId: string,
  isRepeat: boolean,
  ignored: readonly string[],
): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'x-generation-id': generationId,
    ...(isRepeat && { 'idempotent-replayed': 'true' }),
    ...(ignored.length > 0 && { 'x-parlance-ignored-parameters': ignored.join(', ') }),
  };
}
