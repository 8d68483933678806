import type { AppLoadContext } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import type { ResponseCountAnswer } from '#app/contracts/openai/responses/answer.ts';
import {
  ignoredInResponses,
  responseCountRequest,
  responsesRequest,
  type ResponsesRequest,
} from '#app/contracts/openai/responses/request.ts';
import { openCall, orderCall, type OpenCall } from '#app/core/generation/admit/call.ts';
import { forgetResponse, storeResponseRequest } from '#app/core/responses/responses.ts';
import { countInput } from '#app/core/tasks/chat/token-count.ts';
import { answerHeaders, renameIgnored } from '#app/features/hub-api/answering/answer-headers.server.ts';
import { callFacts } from '#app/features/hub-api/answering/call-facts.server.ts';
import { collectWhole, streamCall, streamOf } from '#app/features/hub-api/answering/delivery.server.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { JsonResponse, type Answer } from '#app/http/response/written-response.ts';
import { watchKey } from '#app/http/session/live-watch.ts';
import { toStoredRequest, factsOf, type StoredRequest } from './stored-request.server.ts';
import { findStored, currentObject } from './stored-response.server.ts';
import { followResponse } from './follow-response.server.ts';
import { responseId } from './item-id.ts';
import { OutputItems } from './output-items.ts';
import { readPrevious, type PreviousItems } from './previous-responses.server.ts';
import { ResponseEvents } from './response-events.ts';
import { endedResponse, isWhole } from './response-object.ts';
import { callerField, withCallerField, toChat } from './chat-request.ts';

/** The body includes images, as base64. */
const RESPONSES_MAX_BYTES = 20 * 1024 * 1024;

const CALL_SPEC = { body: responsesRequest, maxBytes: RESPONSES_MAX_BYTES };

/** POST /api/v1/responses. */
export const responsesCall = hubEndpoint(CALL_SPEC, async ({ body, ...incoming }) => {
  const { context, user, key } = incoming;
  const inForce = watchKey(key.id, context.closed);
  const facts = { task: 'chat' as const, ...callFacts(incoming), defaultModel: user.defaultModel };
  const { id: userId, refusesStore } = user;
  const own = { userId, generationId: facts.generationId, refusesStore };
  try {
    const before = await readPrevious(userId, body);
    const chat = toChat(body, [...before.items, ...before.input]);
    const ignored = ignoredInResponses(body);
    if (refusesStore && body.store) {
      // The header and the receipt list it as a field without effect.
      chat.store = true;
      ignored.push('store');
    }
    const stored = await storeCall(own, body, before);
    if (body.background) {
      // Always a stream, even without a reader, so that it can be followed from any process and survives its
      // worker.
      const call = { ...facts, target: 'background' as const, body: { ...chat, stream: true } };
      const { generationId, isRepeat } = await deleteUnused(own, stored, orderCall(call));
      const headers = orderedHeaders(generationId, isRepeat, ignored);
      const found = await findStored(userId, responseId(generationId));
      if (!body.stream) return new JsonResponse(currentObject(found), { headers });
      return followResponse({ stored: found.stored, after: -1, context, stopSignal: inForce, headers });
    }
    const call = await deleteUnused(
      own,
      stored,
      openCall({ ...facts, target: stored.isStored ? 'response' : 'call', body: chat }),
    );
    const answer = { storedRequest: stored.storedRequest, call, context, inForce };
    try {
      const answered = await (body.stream ? streamed(answer, ignored) : whole(answer));
      return renameIgnored(answered, callerField);
    } catch (error) {
      call.reader.close();
      throw error;
    }
  } catch (error) {
    throw withCallerField(error);
  }
});

interface Answering {
  storedRequest: StoredRequest;
  call: OpenCall;
  context: AppLoadContext;
  /** Aborted when the client disconnects, the key ends, or the time to drain is over. */
  inForce: AbortSignal;
}

const SPEC = { counts: 'quote', body: responseCountRequest, maxBytes: RESPONSES_MAX_BYTES } as const;

/**
 * POST /api/v1/responses/input_tokens: the tokens of a prompt by our own count, with its margin: the number
 * by which a call with it is admitted. Nothing is called, held or charged.
 */
export const countResponseCall = hubEndpoint(
  SPEC,
  async ({ body, key, user, context }): Promise<ResponseCountAnswer> => {
    try {
      const before = await readPrevious(user.id, body);
      const chat = toChat(body, [...before.items, ...before.input]);
      const { defaultModel, id: userId } = user;
      const tokens = await countInput({ body: chat, key, userId, defaultModel, signal: context.closed });
      return { object: 'response.input_tokens', input_tokens: tokens };
    } catch (error) {
      throw withCallerField(error);
    }
  },
);

interface Own {
  userId: string;
  generationId: string;
  /** Whether the account never stores responses. */
  refusesStore: boolean;
}

/** The request of a call, and whether it is stored. */
interface StoredCall {
  storedRequest: StoredRequest;
  isStored: boolean;
}

/** Answers in one piece, once the answer is complete. */
async function whole({ storedRequest, call, context: { closed }, inForce }: Answering): Promise<Answer> {
  const { generationId } = call;
  const items = new OutputItems({ ...storedRequest, generationId });
  const onEntry = (entry: Parameters<OutputItems['add']>[0]) => void items.add(entry);
  const collected = await collectWhole({ call, closed, stopSignal: inForce, onEntry });
  if (!collected) return new Response(null, { status: 499 });
  const { start, end } = collected;
  items.end(isWhole(end));
  const completedAt = Math.floor(Date.now() / 1000);
  const facts = factsOf(storedRequest, generationId, start);
  const response = endedResponse(facts, { output: items.items, end, completedAt });
  return new JsonResponse(response, { headers: answerHeaders(call, start) });
}

function streamed(
  { storedRequest, call, context, inForce }: Answering,
  ignored: readonly string[],
): Promise<Answer> {
  return streamCall({
    call,
    context,
    stopSignal: inForce,
    ignored,
    promptField: 'input',
    open: (start) =>
      streamOf(new ResponseEvents(factsOf(storedRequest, call.generationId, start)), call, context.closed),
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

/**
 * Stores the request of a call, unless it sets `store: false`. A request that is too long and does not set
 * `store` is answered anyway; its response then has `store: false`.
 * @throws AppError payload_too_large for a request that must be stored and is too long; invalid_request for a
 * background call of an account that never stores responses
 */
async function storeCall(
  { userId, generationId: id, refusesStore }: Own,
  body: ResponsesRequest,
  { ancestors, input }: PreviousItems,
): Promise<StoredCall> {
  const storedRequest = toStoredRequest(body, input, true);
  const isBackground = body.background ?? false;
  if (refusesStore && isBackground)
    throw new AppError('invalid_request', {
      param: 'background',
      message: 'background: needs a stored response, and your account never stores responses.',
    });
  if (body.store !== false && !refusesStore) {
    if (
      await storeResponseRequest({
        id,
        userId,
        isBackground,
        ancestors,
        asked: JSON.stringify(storedRequest),
      })
    )
      return { storedRequest, isStored: true };
    if (body.store || isBackground)
      throw new AppError('payload_too_large', {
        param: 'input',
        message: 'input: too long to be stored. Send it with store: false, without background.',
      });
  }
  return { storedRequest: toStoredRequest(body, input, false), isStored: false };
}

/** Deletes the stored request of a call that was not admitted, or that repeats another. */
async function deleteUnused<Admitted extends { generationId: string }>(
  { userId, generationId: id }: Pick<Own, 'userId' | 'generationId'>,
  { isStored }: StoredCall,
  admission: Promise<Admitted>,
): Promise<Admitted> {
  let isUsed = false;
  try {
    const admitted = await admission;
    isUsed = admitted.generationId === id;
    return admitted;
  } finally {
    if (isStored && !isUsed) await forgetResponse({ userId, id });
  }
}
