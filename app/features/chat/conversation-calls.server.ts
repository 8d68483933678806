import { z } from 'zod';
import { TITLE_SEARCH_MAX } from '#app/contracts/chat.ts';
import { findConversation, listConversations } from '#app/core/conversations/conversations.ts';
import { findFolder } from '#app/core/conversations/folders.ts';
import { placeConversation } from '#app/core/conversations/order.ts';
import { chooseBranch } from '#app/core/conversations/shown-branch.ts';
import { renameConversation } from '#app/core/conversations/title.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { describeConversation } from '#app/core/targets/message/conversation.ts';
import { forkForUser, keepForUser } from '#app/features/chat/conversation/conversation-changes.server.ts';
import { clearAll, removeConversation } from '#app/features/chat/conversation/conversation-removal.server.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';

const ids = z.object({ conversationId: z.string() });

/**
 * GET /api/convos: returns a page of the caller's main list, last used first; with `search` all conversations with
 * this text in their title; with `archived=true` the archived ones;
 * with `folder` those of a folder.
 */
export const listCall = endpoint(
  {
    auth: 'user',
    query: z.object({
      cursor: z.string().optional(),
      limit: z.coerce.number().int().min(1).max(100).optional(),
      search: z.string().max(TITLE_SEARCH_MAX).optional(),
      archived: z.stringbool().optional(),
      folder: z.string().optional(),
    }),
  },
  async ({ user: { id: userId }, query: { archived, folder, ...query } }) => {
    const place = archived ? 'archive' : query.search ? 'all' : 'list';
    const folderPlace = folder ? await findFolder(AUTOCOMMIT, { userId, folderId: folder }) : null;
    return listConversations(AUTOCOMMIT, { userId, place: folderPlace ?? place, ...query });
  },
);

/** GET /api/convos/:conversationId */
export const readCall = endpoint({ auth: 'user', params: ids }, async ({ user, params }) =>
  describe(user.id, params.conversationId),
);

/**
 * PATCH /api/convos/:conversationId {title?, pinned?, archived?, folderId?, temporary?}: at least one of them.
 * `temporary: false` keeps a temporary conversation, before it gets a place; no other becomes a temporary one.
 */
export const changeCall = endpoint(
  {
    auth: 'user',
    params: ids,
    body: z
      .object({
        title: z.string().optional(),
        pinned: z.boolean().optional(),
        archived: z.boolean().optional(),
        folderId: z.string().nullable().optional(),
        temporary: z.literal(false, 'temporary: only a new chat can become a temporary one.').optional(),
      })
      .refine((body) => Object.values(body).some((value) => value !== undefined), {
        path: ['title'],
        message: 'title, pinned, archived, folderId or temporary is expected.',
      }),
  },
  async ({ user: { id: userId }, params: { conversationId }, body: { title, temporary, ...place } }) => {
    const at = { userId, conversationId };
    if (temporary === false) await keepForUser(at);
    if (title !== undefined) {
      await renameConversation(AUTOCOMMIT, { ...at, title });
      await publishUserEvents(userId, [{ type: 'conversation', conversationId, change: 'renamed' }]);
    }
    if (Object.values(place).some((value) => value !== undefined)) {
      await transaction((tx) => placeConversation(tx, { ...at, ...place }));
      await publishUserEvents(userId, [{ type: 'conversation', conversationId, change: 'placed' }]);
    }
    return describe(userId, conversationId);
  },
);

/** DELETE /api/convos/:conversationId: moves it to the trash, under the same id. */
export const deleteCall = endpoint({ auth: 'user', params: ids }, async ({ user, params }) => {
  await removeConversation({ userId: user.id, conversationId: params.conversationId });
});

/**
 * POST /api/convos/clear {arg}: moves all conversations to the trash; the specification defines `arg`, which may hold
 * anything.
 */
export const clearCall = endpoint(
  { auth: 'user', body: z.object({ arg: z.unknown().optional() }) },
  async ({ user }) => ({ deletedCount: await clearAll(user.id) }),
);

/** POST /api/convos/:conversationId/branch {messageId}: shows a message in place of its siblings. */
export const branchCall = endpoint(
  { auth: 'user', params: ids, body: z.object({ messageId: z.string() }) },
  async ({ user, params: { conversationId }, body }) => {
    const latestMessageId = await transaction((tx) =>
      chooseBranch(tx, { userId: user.id, conversationId, messageId: body.messageId }),
    );
    await publishUserEvents(user.id, [{ type: 'conversation', conversationId, change: 'branch' }]);
    return { latestMessageId };
  },
);

/**
 * POST /api/convos/:conversationId/fork {messageId, clientId?}: copies the branch up to a message into a new
 * conversation, and returns it. A repeat with the same `clientId` returns the same one.
 */
export const forkCall = endpoint(
  {
    auth: 'user',
    params: ids,
    body: z.object({ messageId: z.string(), clientId: z.string().min(1).max(64).optional() }),
  },
  async ({ user: { id: userId }, params: { conversationId }, body: { messageId, clientId = null } }) =>
    describe(userId, await forkForUser({ userId, conversationId, messageId, clientId })),
);

async function describe(userId: string, conversationId: string) {
  const found = await findConversation(AUTOCOMMIT, { userId, conversationId });
  return describeConversation(AUTOCOMMIT, found);
}
