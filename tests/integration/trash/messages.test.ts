import { beforeEach, describe, expect, it } from 'vitest';
import { ROOT_ID } from '#app/contracts/chat.ts';
import type { DeleteScope } from '#app/contracts/trash.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { readReplyText } from '#app/core/conversations/messages/reply.ts';
import { findMessage } from '#app/core/conversations/messages/stored-messages.ts';
import { chooseBranch, readBranch } from '#app/core/conversations/shown-branch.ts';
import { restoreMessages } from '#app/core/conversations/trash/restored-branches.ts';
import { listTrash } from '#app/core/conversations/trash/trash-entries.ts';
import { trashMessages } from '#app/core/conversations/trash/trashed-branches.ts';
import { restoreConversations, trashConversation } from '#app/core/conversations/trash/trashed-chats.ts';
import { deleteTrashed } from '#app/core/deletion/purge-trash.ts';
import { newId } from '#app/core/platform/ids.ts';
import { findMessages } from '#app/core/search/find-messages.ts';
import { updateIndex } from '#app/core/search/indexing.ts';
import { Message, type Conversation } from '#db/models/conversations.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { makeConversation, makeLongBranch, messageMaker } from '#tests/fixtures/conversation.ts';

const running = new AbortController().signal;
let userId: string;
let chat: Conversation;
let make: ReturnType<typeof messageMaker>;

beforeEach(async () => {
  userId = newId();
  chat = await makeConversation(userId, { title: 'Birds' });
  make = messageMaker(chat);
});

const remove = (messageId: string, scope: DeleteScope = 'branch') =>
  transaction((tx) => trashMessages(tx, { userId, conversationId: chat.id, messageId, scope }));
const restore = (trashId: string) => transaction((tx) => restoreMessages(tx, { userId, trashId }));
const show = (messageId: string) =>
  transaction((tx) => chooseBranch(tx, { userId, conversationId: chat.id, messageId }));
const trashChat = () => transaction((tx) => trashConversation(tx, { userId, conversationId: chat.id }));

/** The texts of the shown branch. */
async function shown(): Promise<string[]> {
  const conversation = await findConversation(AUTOCOMMIT, { userId, conversationId: chat.id });
  return (await readBranch(AUTOCOMMIT, { conversation })).messages.map(({ text }) => text);
}

/** A question with two answers, of which the first is shown with a further question. */
async function makeTwoAnswers() {
  const question = await make({ text: 'question' });
  const first = await make({ text: 'first', reply: true });
  const more = await make({ text: 'more' });
  const last = await make({ text: 'last', reply: true });
  const second = await make({ text: 'second', reply: true, parent: question });
  await show(first);
  return { question, first, more, last, second };
}

describe('a deleted branch', () => {
  it('gives its place to the newest sibling, else to its parent, and is shown when it is restored', async () => {
    const { first, second } = await makeTwoAnswers();
    expect(await shown()).toEqual(['question', 'first', 'more', 'last']);
    const { trashId } = await remove(first);
    expect(await shown()).toEqual(['question', 'second']);
    await expect(
      findMessage(AUTOCOMMIT, { userId, conversationId: trashId!, messageId: first }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect([await readReplyText(AUTOCOMMIT, first), (await readReplyText(AUTOCOMMIT, second))?.text]).toEqual(
      [undefined, 'second'],
    );
    await remove(second);
    expect(await shown()).toEqual(['question']);
    const { entries } = await listTrash(AUTOCOMMIT, { userId });
    expect(entries).toMatchObject([
      { kind: 'branch', title: 'Birds', excerpt: 'second', messageCount: 1 },
      { kind: 'branch', title: 'Birds', excerpt: 'first', messageCount: 3 },
    ]);
    expect(await restore(trashId!)).toEqual({ conversationId: chat.id, messageId: first });
    expect(await shown()).toEqual(['question', 'first', 'more', 'last']);
    await restore(entries[0]!.id);
    expect(await shown()).toEqual(['question', 'second']);
    await show(first);
    expect(await shown()).toEqual(['question', 'first', 'more', 'last']);
  });

  it('leaves a page that is being read with the newest message', async () => {
    const { first } = await makeTwoAnswers();
    const conversation = await findConversation(AUTOCOMMIT, { userId, conversationId: chat.id });
    await remove(first);
    const { messages } = await readBranch(AUTOCOMMIT, { conversation });
    expect(messages.map(({ text }) => text)).toEqual(['question', 'second']);
  });

  it('that is not shown changes nothing that is', async () => {
    const { second } = await makeTwoAnswers();
    await remove(second);
    expect(await shown()).toEqual(['question', 'first', 'more', 'last']);
  });

  it('is gone from the search at once, and found after it was restored', async () => {
    const { first, last } = await makeTwoAnswers();
    await updateIndex(running);
    const find = async () =>
      (await findMessages({ userId, query: 'last' })).messages.map((one) => one.messageId);
    expect(await find()).toEqual([last]);
    const { trashId } = await remove(first);
    expect(await find()).toEqual([]);
    await updateIndex(running);
    await restore(trashId!);
    await updateIndex(running);
    expect(await find()).toEqual([last]);
  });

  it('may be 3,000 messages deep', async () => {
    const ids = await makeLongBranch(chat, 3000);
    const { trashId } = await remove(ids[1]!);
    expect(await shown()).toEqual(['message 1']);
    await restore(trashId!);
    expect((await shown()).at(-1)).toBe('message 3000');
  });

  it('is refused while a reply in it is being written, and for messages of others', async () => {
    const { last } = await makeTwoAnswers();
    const next = await make({ parent: last });
    await make({ parent: next, reply: true, running: true });
    await expect(remove(last)).rejects.toMatchObject({ code: 'conflict', param: 'messageId' });
    await expect(remove(next, 'message')).rejects.toMatchObject({ code: 'conflict' });
    for (const wrong of [newId(), 'no-id', ROOT_ID])
      await expect(remove(wrong)).rejects.toMatchObject({ code: 'not_found' });
    const foreign = await messageMaker(await makeConversation(newId()))();
    await expect(remove(foreign)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that is all of a chat takes the chat with it', async () => {
    const { question } = await makeTwoAnswers();
    expect(await remove(question)).toEqual({ trashId: chat.id, isWholeChat: true });
    expect(await transaction((tx) => restoreConversations(tx, userId, [chat.id]))).toEqual([chat.id]);
    expect(await shown()).toEqual(['question', 'first', 'more', 'last']);
    await make({ text: 'another start', parent: ROOT_ID });
    expect((await remove(question)).isWholeChat).toBe(false);
    expect(await shown()).toEqual(['another start']);
  });

  it('waits for its chat and for the message before it, and goes with them for good', async () => {
    const { question, more, last } = await makeTwoAnswers();
    const inner = (await remove(last)).trashId!;
    const outer = (await remove(more)).trashId!;
    await expect(restore(inner)).rejects.toMatchObject({ code: 'conflict', param: 'parentMessageId' });
    await trashChat();
    await expect(restore(outer)).rejects.toMatchObject({ code: 'conflict', param: 'conversationId' });
    await transaction((tx) => restoreConversations(tx, userId, [chat.id]));
    expect(await deleteTrashed(userId, [outer])).toBe(2);
    await expect(restore(inner)).rejects.toMatchObject({ code: 'not_found' });
    await make({ parent: ROOT_ID });
    await remove(question);
    await trashChat();
    expect(await deleteTrashed(userId, [chat.id])).toBe(2);
    expect(await Message.count({ where: { userId } })).toBe(0);
  });
});

describe('a message that is deleted alone', () => {
  it('leaves what follows it, which comes back below it', async () => {
    const { first, second } = await makeTwoAnswers();
    const { trashId } = await remove(first, 'message');
    expect(await shown()).toEqual(['question', 'more', 'last']);
    expect((await listTrash(AUTOCOMMIT, { userId })).entries).toMatchObject([
      { kind: 'message', excerpt: 'first', messageCount: 1 },
    ]);
    await show(second);
    await restore(trashId!);
    expect(await shown()).toEqual(['question', 'first', 'more', 'last']);
  });

  it('may be the first one, the last one, or one of several in a row', async () => {
    const { question, more, last } = await makeTwoAnswers();
    await remove(question, 'message');
    expect(await shown()).toEqual(['first', 'more', 'last']);
    const middle = (await remove(more, 'message')).trashId!;
    await remove(last, 'message');
    expect(await shown()).toEqual(['first']);
    await restore(middle);
    expect(await shown()).toEqual(['first', 'more']);
  });

  it('that is deleted for good gives messages deleted below it to its parent', async () => {
    const { more, last } = await makeTwoAnswers();
    const below = (await remove(last)).trashId!;
    const alone = (await remove(more, 'message')).trashId!;
    expect(await deleteTrashed(userId, [alone])).toBe(1);
    await restore(below);
    expect(await shown()).toEqual(['question', 'first', 'last']);
  });

  it('of a temporary chat is gone for good', async () => {
    const { more } = await makeTwoAnswers();
    await change(AUTOCOMMIT, 'UPDATE conversations SET expires_at = NOW(3) + INTERVAL 1 DAY WHERE id = ?', [
      chat.id,
    ]);
    expect(await remove(more, 'message')).toEqual({ trashId: null, isWholeChat: false });
    expect(await Message.count({ where: { userId } })).toBe(4);
    expect((await listTrash(AUTOCOMMIT, { userId })).entries).toEqual([]);
  });
});
