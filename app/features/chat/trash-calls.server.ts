import { z } from 'zod';
import { DELETE_SCOPES } from '#app/contracts/trash.ts';
import { listTrash } from '#app/core/conversations/trash/trash-entries.ts';
import {
  deleteForGood,
  deleteTrash,
  removeMessages,
  restoreTrashed,
} from '#app/features/chat/conversation/conversation-removal.server.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const entry = z.object({ trashId: z.string() });

/** GET /api/trash: returns a page of the caller's trash, the last deleted first. */
export const listTrashCall = endpoint(
  {
    auth: 'user',
    query: z.object({
      cursor: z.string().optional(),
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
  },
  ({ user, query }) => listTrash(AUTOCOMMIT, { userId: user.id, ...query }),
);

/** POST /api/trash/:trashId/restore: returns the chat, and the first restored message or null. */
export const restoreCall = endpoint({ auth: 'user', params: entry }, ({ user, params: { trashId } }) =>
  restoreTrashed({ userId: user.id, trashId }),
);

/** DELETE /api/trash/:trashId: deletes an entry for good. */
export const deleteTrashedCall = endpoint({ auth: 'user', params: entry }, ({ user, params: { trashId } }) =>
  deleteForGood({ userId: user.id, trashId }),
);

/** POST /api/trash/clear: deletes the whole trash for good. */
export const clearTrashCall = endpoint({ auth: 'user' }, async ({ user }) => ({
  deletedCount: await deleteTrash(user.id),
}));

/**
 * DELETE /api/messages/:conversationId/:messageId?scope=branch|message: moves a message with what follows it, or the
 * message alone, to the trash. `trashId` restores it; null in a temporary chat.
 */
export const deleteMessageCall = endpoint(
  {
    auth: 'user',
    params: z.object({ conversationId: z.string(), messageId: z.string() }),
    query: z.object({ scope: z.enum(DELETE_SCOPES).default('branch') }),
  },
  ({ user, params, query }) => removeMessages({ userId: user.id, ...params, ...query }),
);
