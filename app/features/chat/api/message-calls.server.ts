import { z } from 'zod';
import { editMessageText } from '#app/core/conversations/edit-message-text.ts';
import { findConversation } from '#app/core/conversations/find-conversation.ts';
import { findMessage } from '#app/core/conversations/find-message.ts';
import { listMessages } from '#app/core/conversations/list-messages.ts';
import { toChatMessage } from '#app/core/conversations/message-row.ts';
import { publishUserEvents } from '#app/core/generation/user-events.ts';
import { endpoint } from '#app/http/api-route.ts';
import { JsonResponse } from '#app/http/json-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const pageQuery = z.object({
  after: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
});

/**
 * GET /api/messages/:conversationId: the messages of all branches in the order in which they were made, as a
 * list. With `limit` in pages: the Link header leads to the next one.
 */
export const listMessagesCall = endpoint(
  { auth: 'user', params: z.object({ conversationId: z.string() }), query: pageQuery },
  async ({ user, params: { conversationId }, query }) => {
    await findConversation(AUTOCOMMIT, { userId: user.id, conversationId });
    const { messages, next } = await listMessages(AUTOCOMMIT, { conversationId, ...query });
    const headers: Record<string, string> = { 'cache-control': 'no-store' };
    if (next !== null) {
      const address = `/api/messages/${conversationId}?after=${next}&limit=${query.limit ?? ''}`;
      headers.link = `<${address}>; rel="next"`;
    }
    return new JsonResponse(messages, { headers });
  },
);

/** PUT /api/messages/:conversationId/:messageId {text}: replaces a text; nothing is sent. */
export const editMessageCall = endpoint(
  {
    auth: 'user',
    params: z.object({ conversationId: z.string(), messageId: z.string() }),
    body: z.object({ text: z.string() }),
  },
  async ({ user, params, body }) => {
    const ids = { userId: user.id, ...params };
    await editMessageText(AUTOCOMMIT, ids, body.text);
    await publishUserEvents(user.id, [
      { type: 'conversation', conversationId: params.conversationId, change: 'message' },
    ]);
    return toChatMessage(await findMessage(AUTOCOMMIT, ids));
  },
);
