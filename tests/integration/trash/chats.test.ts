import { beforeEach, describe, expect, it } from 'vitest';
import { findConversation, listConversations, listPinned } from '#app/core/conversations/conversations.ts';
import { readDraft, saveDraft } from '#app/core/conversations/drafts.ts';
import { editMessageText, findMessage } from '#app/core/conversations/messages/stored-messages.ts';
import { MAX_PINNED, placeConversation } from '#app/core/conversations/order.ts';
import { readBranch } from '#app/core/conversations/shown-branch.ts';
import { findTrashKind, listTrash } from '#app/core/conversations/trash/trash-entries.ts';
import {
  CHAT_COLUMNS,
  restoreConversations,
  trashAllConversations,
  trashConversation,
} from '#app/core/conversations/trash/trashed-chats.ts';
import { deleteTrashed, emptyTrash, pruneTrash } from '#app/core/deletion/purge-trash.ts';
import { newId } from '#app/core/platform/ids.ts';
import { findMessages } from '#app/core/search/find-messages.ts';
import { repairIndex } from '#app/core/search/comparison.ts';
import { updateIndex } from '#app/core/search/indexing.ts';
import { Conversation, Message } from '#db/models/conversations.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { makeConversation, makeLongBranch, messageMaker } from '#tests/fixtures/conversation.ts';

const NOT_FOUND = { code: 'not_found' };
const running = new AbortController().signal;
let userId: string;

beforeEach(() => {
  userId = newId();
});

const trash = (conversationId: string, owner = userId) =>
  transaction((tx) => trashConversation(tx, { userId: owner, conversationId }));
const restore = (...ids: string[]) => transaction((tx) => restoreConversations(tx, userId, ids));
const columnsOf = async (id: string) => (await Conversation.findOne({ where: { id } }))?.get({ plain: true });
const find = async (query: string) =>
  (await findMessages({ userId, query })).messages.map(({ messageId }) => messageId);
const listed = async () => (await listTrash(AUTOCOMMIT, { userId })).entries.map(({ id }) => id);

describe('the tables of chats and of deleted chats', () => {
  it('have the same columns, which are the ones that move', async () => {
    const rows = await selectRows<{ place: string; name: string; definition: string }>(
      AUTOCOMMIT,
      `SELECT table_name AS place, column_name AS name,
         CONCAT_WS(' ', column_type, is_nullable, column_default, character_set_name, collation_name) AS definition
       FROM information_schema.columns
       WHERE table_schema = DATABASE() AND table_name IN ('conversations', 'trashed_conversations')`,
    );
    const columns = (table: string) =>
      Object.fromEntries(
        rows
          .filter(({ place, name }) => place === table && name !== 'trashed_at')
          .map(({ name, definition }) => [name, definition]),
      );
    expect(columns('trashed_conversations')).toEqual(columns('conversations'));
    expect([...CHAT_COLUMNS].sort()).toEqual(Object.keys(columns('conversations')).sort());
  });
});

describe('a deleted chat', () => {
  it('is out of reach, and comes back as it was', async () => {
    const chat = await makeConversation(userId, { title: 'Whales' });
    const make = messageMaker(chat);
    const messageId = await make({ text: 'a whale' });
    await make({ text: 'a mammal', reply: true });
    await saveDraft(AUTOCOMMIT, { userId, conversationKey: chat.id }, 'half a thought');
    await transaction((tx) => placeConversation(tx, { userId, conversationId: chat.id, archived: true }));
    await updateIndex(running);
    const before = await columnsOf(chat.id);

    await expect(trash(chat.id, newId())).rejects.toMatchObject(NOT_FOUND);
    expect(await trash(chat.id)).toBe(true);
    const at = { userId, conversationId: chat.id };
    await expect(findConversation(AUTOCOMMIT, at)).rejects.toMatchObject(NOT_FOUND);
    await expect(findMessage(AUTOCOMMIT, { ...at, messageId })).rejects.toMatchObject(NOT_FOUND);
    await expect(editMessageText(AUTOCOMMIT, { ...at, messageId }, 'x')).rejects.toMatchObject(NOT_FOUND);
    await expect(trash(chat.id)).rejects.toMatchObject(NOT_FOUND);
    expect(await find('whale')).toEqual([]);
    await updateIndex(running);
    expect(await repairIndex(userId, running)).toBe(0);

    expect(await restore(chat.id, newId())).toEqual([chat.id]);
    expect(await columnsOf(chat.id)).toEqual(before);
    const conversation = await findConversation(AUTOCOMMIT, at);
    expect((await readBranch(AUTOCOMMIT, { conversation })).messages).toHaveLength(2);
    expect((await readDraft(AUTOCOMMIT, { userId, conversationKey: chat.id })).text).toBe('half a thought');
    await updateIndex(running);
    expect(await find('whale')).toEqual([messageId]);
    expect(await repairIndex(userId, running)).toBe(0);
    expect(await listed()).toEqual([]);
  });

  it('is found again if it is restored before the sweep of the index', async () => {
    const chat = await makeConversation(userId);
    const messageId = await messageMaker(chat)({ text: 'a walrus' });
    await updateIndex(running);
    await trash(chat.id);
    await restore(chat.id);
    await updateIndex(running);
    expect(await find('walrus')).toEqual([messageId]);
  });

  it('gets back neither a pin without room, nor a folder that is gone, nor a client id in use', async () => {
    const pin = (conversationId: string) =>
      transaction((tx) => placeConversation(tx, { userId, conversationId, pinned: true }));
    const chat = await makeConversation(userId);
    await pin(chat.id);
    const place = [newId(), 'by-client', chat.id];
    await change(AUTOCOMMIT, 'UPDATE conversations SET folder_id = ?, client_id = ? WHERE id = ?', place);
    await trash(chat.id);
    for (let count = 0; count < MAX_PINNED; count += 1) await pin((await makeConversation(userId)).id);
    const [other] = await listPinned(AUTOCOMMIT, userId);
    await change(AUTOCOMMIT, "UPDATE conversations SET client_id = 'by-client' WHERE id = ?", [
      other!.conversationId,
    ]);
    await restore(chat.id);
    expect(await columnsOf(chat.id)).toMatchObject({ pinnedAt: null, folderId: null, clientId: null });
  });

  it('is deleted with its messages for good, alone, with the whole trash, or after 30 days', async () => {
    const chats = [
      await makeConversation(userId),
      await makeConversation(userId),
      await makeConversation(userId),
    ];
    for (const chat of chats) await makeLongBranch(chat, 3);
    const other = await makeConversation(newId());
    await messageMaker(other)();
    const [first, second, third] = chats.map(({ id }) => id) as [string, string, string];
    await trash(first);
    expect(await deleteTrashed(newId(), [first])).toBe(0);
    expect(await deleteTrashed(userId, [first])).toBe(1);
    await expect(findTrashKind(AUTOCOMMIT, { userId, trashId: first })).rejects.toMatchObject(NOT_FOUND);
    expect(await restore(first)).toEqual([]);
    await trash(second);
    await trash(third);
    await change(
      AUTOCOMMIT,
      'UPDATE trashed_conversations SET trashed_at = NOW(3) - INTERVAL 31 DAY WHERE id = ?',
      [second],
    );
    expect(await pruneTrash(running)).toBe(1);
    expect(await listed()).toEqual([third]);
    expect(await Message.count({ where: { userId } })).toBe(3);
    expect(await emptyTrash(userId)).toBe(1);
    expect(await Message.count({ where: { userId } })).toBe(0);
    expect(await Message.count({ where: { userId: other.userId } })).toBe(1);
  });

  it('is not kept if it is temporary, and no search finds a temporary chat', async () => {
    const chat = await makeConversation(userId);
    await messageMaker(chat)({ text: 'a secret walrus' });
    await change(AUTOCOMMIT, 'UPDATE conversations SET expires_at = NOW(3) + INTERVAL 1 DAY WHERE id = ?', [
      chat.id,
    ]);
    await updateIndex(running);
    expect(await find('walrus')).toEqual([]);
    expect(await repairIndex(userId, running)).toBe(0);
    expect(await trash(chat.id)).toBe(false);
    expect([await listed(), await Message.count({ where: { userId } })]).toEqual([[], 0]);
  });

  it('is listed newest first by pages, all chats at once included', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await makeConversation(userId)).id);
    await trash(ids[1]!);
    const { trashed } = await transaction((tx) => trashAllConversations(tx, userId));
    expect(trashed).toEqual([ids[0], ids[2]]);
    expect((await listConversations(AUTOCOMMIT, { userId })).conversations).toEqual([]);
    const first = await listTrash(AUTOCOMMIT, { userId, limit: 2 });
    expect(first.entries.map(({ id }) => id)).toEqual([ids[2], ids[0]]);
    const last = await listTrash(AUTOCOMMIT, { userId, limit: 2, cursor: first.nextCursor });
    expect(last).toMatchObject({
      entries: [{ id: ids[1], kind: 'chat', title: 'New Chat' }],
      nextCursor: null,
    });
    await expect(listTrash(AUTOCOMMIT, { userId, cursor: 'x' })).rejects.toMatchObject({ param: 'cursor' });
  });
});
