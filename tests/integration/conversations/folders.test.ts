import { beforeEach, expect, it } from 'vitest';
import { FOLDERS_MAX } from '#app/contracts/folders.ts';
import { listConversations, type ListedPlace } from '#app/core/conversations/conversations.ts';
import {
  createFolder,
  deleteFolder,
  findFolder,
  listFolders,
  renameFolder,
} from '#app/core/conversations/folders.ts';
import { placeConversation, type Place } from '#app/core/conversations/order.ts';
import { newId } from '#app/core/platform/ids.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { makeConversation } from '#tests/fixtures/conversation.ts';

let userId: string;

beforeEach(() => {
  userId = newId();
});

const place = (conversationId: string, to: Place) =>
  transaction((tx) => placeConversation(tx, { userId, conversationId, ...to }));

const titles = async (of: ListedPlace) =>
  (await listConversations(AUTOCOMMIT, { userId, place: of })).conversations.map(({ title }) => title);

it('takes a chat out of the main list and back; the archive of a chat keeps its folder', async () => {
  const { id } = await makeConversation(userId, { title: 'In the folder' });
  await makeConversation(userId, { title: 'Outside' });
  const folder = await createFolder(userId, 'Rivers');
  await place(id, { folderId: folder.folderId });
  expect([await titles('list'), await titles(folder)]).toEqual([['Outside'], ['In the folder']]);
  await place(id, { archived: true });
  expect([await titles(folder), await titles('archive')]).toEqual([[], ['In the folder']]);
  await place(id, { archived: false });
  expect(await titles(folder)).toEqual(['In the folder']);
  await place(id, { folderId: null });
  expect([(await titles('list')).length, await titles(folder)]).toEqual([2, []]);
  expect((await titles('all')).length).toBe(2);
});

it('returns all chats of a deleted folder to the main list', async () => {
  const folder = await createFolder(userId, 'Rivers');
  const { folderId } = folder;
  const made = await Promise.all(Array.from({ length: 4 }, () => makeConversation(userId)));
  for (const { id } of made.slice(1)) await place(id, { folderId });
  const other = await createFolder(userId, 'Lakes');
  await place(made[0]!.id, { folderId: other.folderId });
  await deleteFolder({ userId, folderId });
  expect([(await titles('list')).length, (await titles(other)).length]).toEqual([3, 1]);
  expect((await listFolders(AUTOCOMMIT, userId)).map(({ name }) => name)).toEqual(['Lakes']);
  const { id } = await makeConversation(userId);
  await expect(place(id, { folderId })).rejects.toMatchObject({ code: 'not_found', param: 'folderId' });
});

it('belongs to its user: others cannot read, rename, delete or use it', async () => {
  const foreign = await createFolder(newId(), 'Foreign');
  const named = { userId, folderId: foreign.folderId };
  const { id } = await makeConversation(userId);
  for (const folderId of [foreign.folderId, newId(), 'x']) {
    await expect(place(id, { folderId })).rejects.toMatchObject({ code: 'not_found', param: 'folderId' });
  }
  for (const use of [findFolder.bind(null, AUTOCOMMIT), deleteFolder])
    await expect(use(named)).rejects.toMatchObject({ code: 'not_found' });
  await expect(renameFolder(named, 'Mine')).rejects.toMatchObject({ code: 'not_found' });
  expect(await listFolders(AUTOCOMMIT, userId)).toEqual([]);
});

it('is created at most 100 times, also at the same time', async () => {
  const created = await Promise.allSettled(
    Array.from({ length: FOLDERS_MAX + 3 }, (_, index) => createFolder(userId, `Folder ${index}`)),
  );
  const refused = created.filter(({ status }) => status === 'rejected');
  expect(refused.map((one) => (one as { reason: { code: string } }).reason.code)).toEqual([
    'conflict',
    'conflict',
    'conflict',
  ]);
  expect((await listFolders(AUTOCOMMIT, userId)).length).toBe(FOLDERS_MAX);
});
