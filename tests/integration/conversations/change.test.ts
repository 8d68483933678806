import { beforeEach, describe, expect, it } from 'vitest';
import { countConversations, findConversation } from '#app/core/conversations/conversations.ts';
import { deleteConversation } from '#app/core/conversations/deletion.ts';
import { trashAllConversations } from '#app/core/conversations/trash/trashed-chats.ts';
import { clearDraft, readDraft, saveDraft } from '#app/core/conversations/drafts.ts';
import { editMessageText, findMessage } from '#app/core/conversations/messages/stored-messages.ts';
import { renameConversation, setTitle } from '#app/core/conversations/title.ts';
import { newId } from '#app/core/platform/ids.ts';
import { Message, type Conversation } from '#db/models/conversations.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { makeConversation, messageMaker } from '#tests/fixtures/conversation.ts';

const NOT_FOUND = { code: 'not_found' };
let userId: string;
let conversation: Conversation;
let ids: { userId: string; conversationId: string };

beforeEach(async () => {
  userId = newId();
  conversation = await makeConversation(userId);
  ids = { userId, conversationId: conversation.id };
});

const title = async () => (await findConversation(AUTOCOMMIT, ids)).title;

describe('titles', () => {
  it('change from the first words to the model’s title, and a user’s own title remains', async () => {
    const { conversationId } = ids;
    const set = (title: string, source: 'words' | 'model') =>
      setTitle(AUTOCOMMIT, { conversationId, title, source });
    expect(await set('First words', 'words')).toBe(true);
    expect(await set('Other words', 'words')).toBe(false);
    expect(await set('A model title', 'model')).toBe(true);
    await renameConversation(AUTOCOMMIT, { ...ids, title: '  By hand ' });
    expect(await set('Later model', 'model')).toBe(false);
    expect(await title()).toBe('By hand');
  });

  it('may be equal, but not empty, too long, or written by another user', async () => {
    await renameConversation(AUTOCOMMIT, { ...ids, title: 'Same' });
    await renameConversation(AUTOCOMMIT, { ...ids, title: 'Same' });
    for (const bad of ['', '   ', 'x'.repeat(256)]) {
      await expect(renameConversation(AUTOCOMMIT, { ...ids, title: bad })).rejects.toMatchObject({
        code: 'invalid_request',
        param: 'title',
      });
    }
    await expect(
      renameConversation(AUTOCOMMIT, { ...ids, userId: newId(), title: 'Mine now' }),
    ).rejects.toMatchObject(NOT_FOUND);
    expect(await title()).toBe('Same');
  });
});

describe('editing a text', () => {
  it('marks it as edited', async () => {
    const messageId = await messageMaker(conversation)();
    await editMessageText(AUTOCOMMIT, { ...ids, messageId }, 'new words');
    expect(await findMessage(AUTOCOMMIT, { ...ids, messageId })).toMatchObject({
      text: 'new words',
      is_edited: 1,
    });
  });

  it('is refused while the reply is growing, on an error, with an empty text, and to other users', async () => {
    const make = messageMaker(conversation);
    const question = await make();
    const running = await make({ reply: true, running: true });
    const failed = await make({ reply: true, parent: question, errorCode: 'provider_cut' });
    const edit = (messageId: string, text = 'x', owner = userId) =>
      editMessageText(AUTOCOMMIT, { ...ids, userId: owner, messageId }, text);
    await expect(edit(running)).rejects.toMatchObject({ code: 'conflict' });
    await expect(edit(failed)).rejects.toMatchObject({ code: 'conflict' });
    await expect(edit(question, ' \n')).rejects.toMatchObject({ code: 'invalid_request', param: 'text' });
    await expect(edit(question, 'x', newId())).rejects.toMatchObject(NOT_FOUND);
    await expect(edit(newId())).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('drafts', () => {
  it('are stored per conversation, replaced, and cleared by an empty text', async () => {
    const place = { userId, conversationKey: conversation.id };
    await saveDraft(AUTOCOMMIT, place, 'half a tho');
    await saveDraft(AUTOCOMMIT, place, 'half a thought');
    await saveDraft(AUTOCOMMIT, { userId, conversationKey: 'new' }, 'another');
    expect((await readDraft(AUTOCOMMIT, place)).text).toBe('half a thought');
    await saveDraft(AUTOCOMMIT, place, ' ');
    expect((await readDraft(AUTOCOMMIT, place)).text).toBe('');
    await clearDraft(AUTOCOMMIT, { userId, conversationKey: 'new' });
    expect((await readDraft(AUTOCOMMIT, { userId, conversationKey: 'new' })).text).toBe('');
  });

  it('cannot be stored in a conversation of another user', async () => {
    const place = { userId: newId(), conversationKey: conversation.id };
    await expect(saveDraft(AUTOCOMMIT, place, 'x')).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('deleting', () => {
  it('deletes the messages and the draft, and nothing of other conversations', async () => {
    const kept = await makeConversation(userId);
    const keptMessage = await messageMaker(kept)();
    await messageMaker(conversation)();
    await saveDraft(AUTOCOMMIT, { userId, conversationKey: conversation.id }, 'x');
    await expect(
      transaction((tx) => deleteConversation(tx, { ...ids, userId: newId() })),
    ).rejects.toMatchObject(NOT_FOUND);
    await transaction((tx) => deleteConversation(tx, ids));
    await expect(findConversation(AUTOCOMMIT, ids)).rejects.toMatchObject(NOT_FOUND);
    expect(await Message.count({ where: { userId } })).toBe(1);
    expect((await readDraft(AUTOCOMMIT, { userId, conversationKey: conversation.id })).text).toBe('');
    await findMessage(AUTOCOMMIT, { userId, conversationId: kept.id, messageId: keptMessage });
  });

  it('all of them keeps the conversations of other users', async () => {
    await makeConversation(userId);
    const other = await makeConversation(newId());
    const { trashed } = await transaction((tx) => trashAllConversations(tx, userId));
    expect(trashed).toHaveLength(2);
    expect(await countConversations(AUTOCOMMIT, userId)).toBe(0);
    await findConversation(AUTOCOMMIT, { userId: other.userId, conversationId: other.id });
  });
});
