import type { AppLoadContext } from '@remix-run/node';
import { START_CURSOR } from '#app/contracts/generation.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { AdmittedReply, ChatSend } from '#app/contracts/send.ts';
import { admitChat } from '#app/core/generation/admit/admit-chat.ts';
import { readReply } from '#app/core/generation/stream/read-reply.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { sseResponse } from '#app/http/response/sse-response.ts';
import type { WrittenResponse } from '#app/http/response/written-response.ts';
import { z } from 'zod';
import { readFinalPair } from './read-final-pair.server.ts';
import { PARENT_FIELD, toChatSend } from './send-body.server.ts';
import { sendBody } from './send-schema.server.ts';
import { sendEvents } from './send-events.server.ts';

/** A message may be as long as a book's chapter; the rest of the body is small. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * POST /api/ask/{endpoint} and POST /api/edit/{endpoint}: takes a send on and answers with the spec's event
 * stream. What is wrong with the send is said by the status before anything is stored. The run does not
 * depend on this connection: a client that leaves reads the reply elsewhere.
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
      const send = toChatSend({ endpoint: params.endpoint, edits, userId: user.id, requestId, body });
      return answerSend(await admit(send), user.id, context);
    },
  );
}

/** Takes a send on. A message that it refers to and that is not there is named by the field of the body. */
async function admit(send: ChatSend): Promise<AdmittedReply> {
  try {
    return await admitChat(send);
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

function answerSend(admitted: AdmittedReply, userId: string, context: AppLoadContext): WrittenResponse {
  const { generationId, conversationId, reply } = admitted;
  return sseResponse(context, (signal) =>
    sendEvents(admitted, readReply({ generationId, cursor: START_CURSOR, signal }), () =>
      readFinalPair({ userId, conversationId, replyMessageId: reply.messageId }),
    ),
  );
}
