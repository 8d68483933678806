import type { AppLoadContext } from '@remix-run/node';
import { z } from 'zod';
import { fieldsOf } from '#app/contracts/endpoints/options.ts';
import { factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import { START_CURSOR } from '#app/contracts/generation.ts';
import type { AdmittedReply, ChatSend } from '#app/contracts/send.ts';
import { findAnsweringId } from '#app/core/catalogue/models.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { leftOutOptions } from '#app/core/targets/message/options.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { sseResponse } from '#app/http/response/sse-response.ts';
import type { WrittenResponse } from '#app/http/response/written-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { PARENT_FIELD, requireEndpoint, sendBody, toChatSend } from './send-body.server.ts';
import { cutEvent, idsOf, isEnd, readFinalPair, sendEvents } from './send-events.server.ts';

/** A message may be as long as a book chapter; the rest of the body is small. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * POST /api/ask/{endpoint} and POST /api/edit/{endpoint}: admits a send and answers with the spec's event
 * stream. An invalid send fails with a status before anything is stored. The run does not depend on this
 * connection: a client that disconnects can read the reply elsewhere.
 */
export function sendEndpoint({ edits }: { edits: boolean }) {
  return endpoint(
    {
      auth: 'user',
      counts: 'message',
      params: z.object({ endpoint: z.string() }),
      body: sendBody,
      maxBytes: MAX_BODY_BYTES,
      stream: true,
    },
    async ({ user, params, body, context }) => {
      const { requestId } = context;
      const { endpoint: name } = params;
      const requestedModel = body.model ?? requireEndpoint(name).defaultModel;
      const answersWith = await findAnsweringId(AUTOCOMMIT, requestedModel, name as Endpoint);
      const send = toChatSend({ endpoint: name, edits, userId: user.id, requestId, body, answersWith });
      return answerSend(await admit(send), { ...send, model: answersWith }, context);
    },
  );
}

/** Options of a call that the model does not receive, by the endpoint's names. */
async function ignoredOptions({ endpoint, model, parameters }: ChatSend): Promise<string[]> {
  const facts = factsOf(endpoint);
  if (!facts) return [];
  const leftOut = await leftOutOptions(AUTOCOMMIT, { endpoint: endpoint as Endpoint, model }, parameters);
  return fieldsOf(facts, model)
    .filter(({ option }) => parameters[option] !== undefined && leftOut.includes(option))
    .map(({ name }) => name);
}

/** Admits a send. If it refers to a message that does not exist, the error names the field of the body. */
async function admit(send: ChatSend): Promise<AdmittedReply> {
  try {
    return await admitMessage(send);
  } catch (error) {
    const isParent =
      error instanceof AppError && (error.param === 'messageId' || error.param === 'parentMessageId');
    if (!isParent) throw error;
    const param = PARENT_FIELD[send.mode];
    if (error.code === 'not_found')
      throw new AppError('invalid_request', {
        message: `${param} names no message of this conversation.`,
        param,
      });
    throw new AppError(error.code, { message: error.message.replace('parentMessageId', param), param });
  }
}

async function answerSend(
  admitted: AdmittedReply,
  send: ChatSend,
  context: AppLoadContext,
): Promise<WrittenResponse> {
  const { generationId, conversationId, reply } = admitted;
  const at = { userId: send.userId, conversationId, replyMessageId: reply.messageId };
  const ignored = await ignoredOptions(send);
  const ids = idsOf(admitted);
  let hasEnded = false;
  return sseResponse(
    context,
    async function* (signal) {
      const source = readReply({ generationId, cursor: START_CURSOR, signal });
      for await (const event of sendEvents({ ...admitted, ignored }, source, () => readFinalPair(at))) {
        hasEnded = isEnd(event);
        yield event;
      }
    },
    {
      headers: ignored.length > 0 ? { 'x-parlance-ignored-parameters': ignored.join(', ') } : {},
      cut: (error) => (hasEnded ? null : cutEvent(error, { ...ids, generationId })),
    },
  );
}
