import { z } from 'zod';
import { FOLDER_NAME_MAX } from '#app/contracts/folders.ts';
import { createFolder, deleteFolder, listFolders, renameFolder } from '#app/core/conversations/folders.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { JsonResponse } from '#app/http/response/written-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const ids = z.object({ folderId: z.string() });
const body = z.object({ name: z.string().trim().min(1).max(FOLDER_NAME_MAX) });

/** GET /api/folders: lists the caller's folders of chats, by name. */
export const listCall = endpoint({ auth: 'user' }, async ({ user }) => ({
  folders: await listFolders(AUTOCOMMIT, user.id),
}));

/** POST /api/folders {name}: creates a folder. */
export const createCall = endpoint({ auth: 'user', body }, async ({ user, body: { name } }) => {
  const folder = await createFolder(user.id, name);
  await publishUserEvents(user.id, [{ type: 'folders' }]);
  return new JsonResponse(folder, { status: 201 });
});

/** PATCH /api/folders/:folderId {name} */
export const renameCall = endpoint({ auth: 'user', params: ids, body }, async ({ user, params, body }) => {
  const folder = await renameFolder({ userId: user.id, ...params }, body.name);
  await publishUserEvents(user.id, [{ type: 'folders' }]);
  return folder;
});

/** DELETE /api/folders/:folderId: its chats return to the main list. */
export const deleteCall = endpoint({ auth: 'user', params: ids }, async ({ user, params }) => {
  await deleteFolder({ userId: user.id, ...params });
  await publishUserEvents(user.id, [{ type: 'folders' }]);
});
