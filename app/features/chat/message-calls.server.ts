import { z } from 'zod';
import { withMessageFields } from '#app/contracts/chat-fields.ts';
import { NEW_CONVERSATION, TEXT_BYTES, type ChatMessage } from '#app/contracts/chat.ts';
import { optionsSchema, readOptions } from '#app/contracts/endpoints/options.ts';
import { MAX_MESSAGE_FILES } from '#app/contracts/files/file-types.ts';
import { choiceFields, readChoice } from '#app/contracts/media/choice.ts';
import type { ChatSend } from '#app/contracts/send.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { saveDraft } from '#app/core/conversations/drafts.ts';
import { viewMessages } from '#app/core/conversations/messages/message.ts';
import {
  editMessageText,
  findMessage,
  listMessages,
  type MessagePage,
} from '#app/core/conversations/messages/stored-messages.ts';
import { storeOptions } from '#app/core/conversations/setup.ts';
import { quoteMessage } from '#app/core/generation/plan/message.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { optionsInForce } from '#app/core/targets/message/conversation.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { validate } from '#app/http/body/validate.ts';
import { chunkedJson } from '#app/http/response/chunked-response.ts';
import { JsonResponse } from '#app/http/response/written-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { findChosenModel, findOptionedModel } from '#app/features/chat/conversation/chosen-model.server.ts';

const pageQuery = z.object({
  after: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
});

/**
 * GET /api/messages/:conversationId: lists the messages of all branches in the order of their creation. With
 * `limit` it returns pages, which long texts make shorter; the Link header leads to the next page.
 */
export const listMessagesCall = endpoint(
  { auth: 'user', params: z.object({ conversationId: z.string() }), query: pageQuery },
  async ({ user, params: { conversationId }, query: { after = 0, limit } }) => {
    const { title } = await findConversation(AUTOCOMMIT, { userId: user.id, conversationId });
    const describe = (message: ChatMessage) => withMessageFields(message, title);
    if (limit === undefined)
      return chunkedJson({ headers: {}, pieces: writeAll(conversationId, after, describe) });
    const { messages, next } = await listMessages(AUTOCOMMIT, { conversationId, after, limit });
    const headers: Record<string, string> = { 'cache-control': 'no-store' };
    if (next !== null)
      headers.link = `</api/messages/${conversationId}?after=${next}&limit=${limit}>; rel="next"`;
    return new JsonResponse(messages.map(describe), { headers });
  },
);

/**
 * PUT /api/convos/:conversationId/options {model, ...}: sets the options of the next messages, each under the
 * specification's name; options that are not named are unset. Returns the effective options: null means that
 * the model gets no value. `new` stands for a new conversation.
 */
export const optionsCall = endpoint(
  {
    auth: 'user',
    params: z.object({ conversationId: z.string() }),
    body: z.looseObject({ model: z.string().min(1).max(160) }),
    maxBytes: TEXT_BYTES,
  },
  async ({ user, params, body }) => {
    const { id, endpoint: name, facts } = await findOptionedModel(body.model);
    const options = readOptions(facts, id, validate(optionsSchema(facts, id), body));
    const conversationId = params.conversationId === NEW_CONVERSATION ? null : params.conversationId;
    await storeOptions(AUTOCOMMIT, { userId: user.id, conversationId }, options);
    return {
      endpoint: name,
      model: id,
      ...(await optionsInForce(AUTOCOMMIT, { endpoint: name, model: id, facts }, options)),
    };
  },
);

/**
 * PUT /api/drafts/:conversationKey {text, files?}: stores the typed text and the attachments; `new` stands
 * for a new conversation. Without `files` the draft keeps its attachments.
 */
export const saveDraftCall = endpoint(
  {
    auth: 'user',
    params: z.object({ conversationKey: z.string() }),
    body: z.object({
      text: z.string(),
      files: z.array(z.string().max(64)).max(MAX_MESSAGE_FILES).optional(),
    }),
    maxBytes: TEXT_BYTES,
  },
  ({ user, params, body }) =>
    saveDraft(
      AUTOCOMMIT,
      { userId: user.id, conversationKey: params.conversationKey },
      body.text,
      body.files,
    ),
);

/** POST /api/quote: returns the cost of a message, history included. Writes nothing. */
export const quoteCall = endpoint(
  {
    auth: 'user',
    counts: 'quote',
    body: z.object({
      conversationId: z.string().nullable(),
      parentMessageId: z.string().nullable(),
      text: z.string().min(1),
      files: z.array(z.string().max(64)).max(MAX_MESSAGE_FILES).optional(),
      model: z.string().min(1).max(160),
      ...choiceFields,
    }),
  },
  async ({ user, context, body }) => {
    const { conversationId, parentMessageId, text, files } = body;
    const { chosenId: model, endpoint } = await findChosenModel(body.model);
    const media = readChoice(body);
    const send: ChatSend = {
      conversationId,
      parentMessageId,
      text,
      files,
      model,
      userId: user.id,
      requestId: context.requestId,
      mode: 'send',
      clientMessageId: null,
      endpoint,
      parameters: media ? { media } : {},
      keepsOptions: true,
    };
    return quoteMessage(send, context.closed);
  },
);

/** Yields the list page by page, as fast as the client reads. */
async function* writeAll(
  conversationId: string,
  after: number,
  describe: (message: ChatMessage) => ChatMessage,
): AsyncGenerator<string> {
  yield '[';
  let separator = '';
  for (let from: number | null = after; from !== null;) {
    const page: MessagePage = await listMessages(AUTOCOMMIT, { conversationId, after: from });
    for (const message of page.messages) {
      yield separator + JSON.stringify(describe(message));
      separator = ',';
    }
    from = page.next;
  }
  yield ']';
}

/**
 * PUT /api/messages/:conversationId/:messageId {text}: replaces the text of a message; sends nothing to a
 * model.
 */
export const editMessageCall = endpoint(
  {
    auth: 'user',
    params: z.object({ conversationId: z.string(), messageId: z.string() }),
    body: z.object({ text: z.string() }),
    maxBytes: TEXT_BYTES,
  },
  async ({ user, params, body }) => {
    const ids = { userId: user.id, ...params };
    await editMessageText(AUTOCOMMIT, ids, body.text);
    await publishUserEvents(user.id, [
      { type: 'conversation', conversationId: params.conversationId, change: 'message' },
    ]);
    const [message] = await viewMessages(AUTOCOMMIT, [await findMessage(AUTOCOMMIT, ids)]);
    const { title } = await findConversation(AUTOCOMMIT, ids);
    return message && withMessageFields(message, title);
  },
);
