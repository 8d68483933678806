import { z } from 'zod';
import { withMessageFields } from '#app/contracts/chat-fields.ts';
import type { ChatMessage } from '#app/contracts/chat.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { viewMessages } from '#app/core/conversations/messages/message.ts';
import { editMessageText, findMessage, listMessages, type MessagePage } from '#app/core/conversations/messages/stored-messages.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { jsonInPieces } from '#app/http/response/chunked-response.ts';
import { JsonResponse } from '#app/http/response/written-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { TEXT_BYTES } from './text-bytes.ts';

const pageQuery = z.object({
  after: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
});

/**
 * GET /api/messages/:conversationId: the messages of all branches in the order in which they were made, as a
 * list. With `limit` in pages, which long texts make shorter: the Link header leads to the next one.
 */
export const listMessagesCall = endpoint(
  { auth: 'user', params: z.object({ conversationId: z.string() }), query: pageQuery },
  async ({ user, params: { conversationId }, query: { after = 0, limit } }) => {
    const { title } = await findConversation(AUTOCOMMIT, { userId: user.id, conversationId });
    const describe = (message: ChatMessage) => withMessageFields(message, title);
    if (limit === undefined)
      return jsonInPieces({ headers: {}, pieces: writeAll(conversationId, after, describe) });
    const { messages, next } = await listMessages(AUTOCOMMIT, { conversationId, after, limit });
    const headers: Record<string, string> = { 'cache-control': 'no-store' };
    if (next !== null)
      headers.link = `</api/messages/${conversationId}?after=${next}&limit=${limit}>; rel="next"`;
    return new JsonResponse(messages.map(describe), { headers });
  },
);

/** Page by page, as the client takes them. */
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

/** PUT /api/messages/:conversationId/:messageId {text}: replaces a text; nothing is sent. */
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
