import { z } from 'zod';
import { TEXT_BYTES } from '#app/contracts/chat.ts';
import { MAX_MESSAGE_FILES } from '#app/contracts/files/file-types.ts';
import { choiceFields, readChoice } from '#app/contracts/media/choice.ts';
import type { QueuedView } from '#app/contracts/queued-message.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { listQueued, viewQueued } from '#app/core/conversations/queued-messages.ts';
import { findChosenModel } from '#app/features/chat/conversation/chosen-model.server.ts';
import {
  cancelQueued,
  editQueued,
  queueMessage,
  sendQueuedNow,
} from '#app/features/chat/conversation/queue.server.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const chat = z.object({ conversationId: z.string() });
const queued = chat.extend({ queuedId: z.string() });

/** GET /api/convos/:conversationId/queue: the queued messages of a chat, the next one first. */
export const listQueueCall = endpoint({ auth: 'user', params: chat }, ({ user, params }) =>
  readQueue({ userId: user.id, ...params }),
);

/**
 * POST /api/convos/:conversationId/queue {text, model, files?, clientMessageId?, ...}: adds a message to the queue
 * and returns the queue. It is sent when no reply runs; it counts as a message now, and is paid for when it is
 * sent. A repeated `clientMessageId` with the same text adds nothing.
 */
export const addToQueueCall = endpoint(
  {
    auth: 'user',
    counts: 'message',
    params: chat,
    body: z.object({
      text: z.string(),
      model: z.string().min(1).max(160),
      files: z.array(z.string().max(64)).max(MAX_MESSAGE_FILES).optional(),
      clientMessageId: z.string().trim().min(1).max(64).optional(),
      ...choiceFields,
    }),
    maxBytes: TEXT_BYTES,
  },
  async ({ user, params: { conversationId }, body, context }) => {
    const place = { userId: user.id, conversationId };
    await findConversation(AUTOCOMMIT, place);
    const { chosenId: model, endpoint: name } = await findChosenModel(body.model);
    const media = readChoice(body);
    await queueMessage({
      ...place,
      requestId: context.requestId,
      mode: 'send',
      parentMessageId: null,
      text: body.text,
      files: body.files ?? [],
      clientMessageId: body.clientMessageId ?? null,
      endpoint: name,
      model,
      parameters: media ? { media } : {},
      keepsOptions: true,
    });
    return readQueue(place);
  },
);

/** PATCH /api/convos/:conversationId/queue/:queuedId {text}: replaces the text; returns the queue. */
export const changeQueuedCall = endpoint(
  { auth: 'user', params: queued, body: z.object({ text: z.string() }), maxBytes: TEXT_BYTES },
  async ({ user, params, body }) => {
    await editQueued({ userId: user.id, ...params }, body.text);
    return readQueue({ userId: user.id, ...params });
  },
);

/** DELETE /api/convos/:conversationId/queue/:queuedId */
export const removeQueuedCall = endpoint({ auth: 'user', params: queued }, ({ user, params }) =>
  cancelQueued({ userId: user.id, ...params }),
);

/**
 * POST /api/convos/:conversationId/queue/:queuedId/send: sends the message before the others; a running reply is
 * stopped first.
 */
export const sendQueuedCall = endpoint({ auth: 'user', params: queued }, ({ user, params }) =>
  sendQueuedNow({ userId: user.id, ...params }),
);

async function readQueue(place: { userId: string; conversationId: string }): Promise<QueuedView[]> {
  await findConversation(AUTOCOMMIT, place);
  return (await listQueued(AUTOCOMMIT, place)).map(viewQueued);
}
