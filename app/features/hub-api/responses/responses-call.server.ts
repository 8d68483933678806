import type { AppLoadContext } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import type { ReplyStart } from '#app/contracts/generation.ts';
import type { InputItem, PlainItem } from '#app/contracts/openai/responses/input-items.ts';
import {
  ignoredInResponses,
  responsesRequest,
  type ResponsesRequest,
} from '#app/contracts/openai/responses/request.ts';
import { openCall, type OpenCall } from '#app/core/generation/admit/open-call.ts';
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
import { inOurWords } from './in-our-words.ts';
import { responseId } from './item-id.ts';
import { OutputItems } from './output-items.ts';
import { ResponseEvents } from './response-events.ts';
import { echoOf, endedResponse, summaryOf, type ResponseFacts } from './response-object.ts';
import { toChat } from './to-chat.ts';

/** Pictures come in the body, as base64. */
const SPEC = { body: responsesRequest, maxBytes: 20 * 1024 * 1024 };

/** POST /api/v1/responses. */
export const responsesCall = hubEndpoint(SPEC, async ({ body, ...asked }) => {
  const { context, user, key } = asked;
  try {
    const call = await openCall({
      target: 'call',
      task: 'chat',
      ...callFacts(asked),
      defaultModel: user.defaultModel,
      body: toChat(body, itemsOf(body.input)),
    });
    const answer = { body, call, context, inForce: watchKey(key.id, context.closed) };
    try {
      return body.stream ? await streamed(answer) : await whole(answer);
    } catch (error) {
      call.reader.close();
      throw error;
    }
  } catch (error) {
    throw inOurWords(error);
  }
});

interface Answering {
  body: ResponsesRequest;
  call: OpenCall;
  context: AppLoadContext;
  /** Aborted when the client has left, the key has ended, or the time to drain is over. */
  inForce: AbortSignal;
}

/** @throws AppError for an item that only names another */
function itemsOf(input: InputItem[]): PlainItem[] {
  return input.map((item, index) => {
    if (item.type !== 'item_reference') return item;
    throw new AppError('invalid_request', {
      param: `input[${index}]`,
      message: `input[${index}]: there is no such item. Send the item itself.`,
    });
  });
}

/** The answer in one piece, once it is there. */
async function whole({ body, call, context: { closed }, inForce }: Answering): Promise<Answer> {
  const facts = factsOf(body, call, null);
  const items = new OutputItems(facts);
  const collected = await collectWhole({ call, closed, inForce, onEntry: (entry) => void items.add(entry) });
  if (!collected) return new Response(null, { status: 499 });
  const { start, end } = collected;
  items.end(end.finishReason !== 'length' && end.finishReason !== 'content_filter');
  const completedAt = Math.floor(Date.now() / 1000);
  const { model, provider } = start;
  const response = endedResponse({ ...facts, model, provider }, { output: items.items, end, completedAt });
  return new JsonResponse(response, { headers: answerHeaders(call, start) });
}

function streamed({ body, call, context, inForce }: Answering): Promise<Answer> {
  return streamCall({
    call,
    context,
    inForce,
    ignored: ignoredInResponses(body),
    promptField: 'input',
    open: (start) => writtenBy(new ResponseEvents(factsOf(body, call, start)), call, context.closed),
  });
}

function factsOf(
  body: ResponsesRequest,
  { generationId }: OpenCall,
  start: ReplyStart | null,
): ResponseFacts {
  return {
    id: responseId(generationId),
    generationId,
    createdAt: createdAt(generationId),
    model: start?.model ?? body.model ?? '',
    provider: start?.provider ?? null,
    echo: echoOf(body),
    isSummarised: summaryOf(body) !== null,
    hasPackedThoughts: body.include?.includes('reasoning.encrypted_content') ?? false,
  };
}
