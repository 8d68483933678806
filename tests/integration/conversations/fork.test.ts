import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { ROOT_ID } from '#app/contracts/chat.ts';
import { listConversations } from '#app/core/conversations/conversations.ts';
import { deleteConversation } from '#app/core/conversations/deletion.ts';
import { attachFiles } from '#app/core/conversations/messages/message-files.ts';
import { forkConversation } from '#app/core/conversations/messages/forked-conversation.ts';
import { conversationCost } from '#app/core/generation/report/replies.ts';
import { newId } from '#app/core/platform/ids.ts';
import { readBranch } from '#app/core/conversations/shown-branch.ts';
import { forkCall } from '#app/features/chat/conversation-calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';
import { Conversation, Message } from '#db/models/conversations.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { makeCaller, type TestCaller } from '#tests/fixtures/caller.ts';
import { makeConversation, makeLongBranch, messageMaker } from '#tests/fixtures/conversation.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { textOf } from '#tests/fixtures/read-answer.ts';
import { keep, upload } from '#tests/integration/files/stage.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

useFileStore();
useUnservedModel();

let ada: TestCaller;
beforeEach(async () => {
  ada = await makeCaller();
});

interface Given {
  conversationId: string;
  messageId: string;
  clientId?: string;
}

const fork = ({ clientId, ...at }: Given, userId = ada.userId) =>
  transaction((tx) => forkConversation(tx, { userId, clientId: clientId ?? null, ...at }));

async function branchOf(conversationId: string) {
  const conversation = (await Conversation.findByPk(conversationId))!;
  const { messages } = await readBranch(AUTOCOMMIT, { conversation, limit: 1000 });
  return { conversation, messages };
}

/** Facts that differ between a message and its copy. */
const OWN = ['id', 'conversationId', 'position', 'parentId', 'chosenChildId', 'generationId', 'costMicro'];

async function factsOf(conversationId: string, count: number) {
  const rows = await Message.findAll({ where: { conversationId }, order: ['position'], limit: count });
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row.get()).filter(([name]) => !OWN.includes(name))),
  );
}

describe('a fork', () => {
  it('has everything of the branch up to its message, and of no other', async () => {
    const conversation = await makeConversation(ada.userId, { title: 'Rivers' });
    const { id: conversationId } = conversation;
    const make = messageMaker(conversation);
    const question = await make({ text: 'Which is the longest?' });
    const answer = await make({ reply: true, text: 'The Nile.' });
    await make({ reply: true, text: 'The Amazon.', parent: question });
    await make({ text: 'And then?', parent: answer });
    const file = upload(ada.userId);
    await keep(
      file,
      await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    );
    await transaction((tx) =>
      attachFiles(tx, [
        { messageId: question, place: 0, fileId: file.id, userId: ada.userId, conversationId },
      ]),
    );
    await change(
      AUTOCOMMIT,
      `UPDATE messages SET thinking = 'Hm.', tokens = 7, cost_micro = 500, suggestions = '["More?"]', is_edited = 1,
         file_count = IF(id = ?, 2, 0) WHERE conversation_id = ?`,
      [question, conversationId],
    );
    await change(AUTOCOMMIT, `UPDATE conversations SET options = '{"temperature":0.5}' WHERE id = ?`, [
      conversationId,
    ]);
    const before = await factsOf(conversationId, 9);
    const id = await fork({ conversationId, messageId: answer });

    const { conversation: copy, messages } = await branchOf(id);
    expect(copy).toMatchObject({
      title: 'Rivers',
      titleSource: 'user',
      options: '{"temperature":0.5}',
      nextPosition: 3,
    });
    expect(copy).toMatchObject({
      endpoint: conversation.endpoint,
      model: conversation.model,
      expiresAt: null,
    });
    expect(await factsOf(id, 9)).toEqual(before.slice(0, 2));
    expect(messages.map(({ parentMessageId }) => parentMessageId)).toEqual([ROOT_ID, messages[0]!.messageId]);
    expect(messages).toMatchObject([
      { files: [{ file_id: file.id }], deletedFiles: 1, costMicro: null, siblingCount: 1 },
      { text: 'The Nile.', thinking: 'Hm.', costMicro: null, submitting: false, siblingCount: 1 },
    ]);
    expect(await conversationCost(AUTOCOMMIT, id)).toBe(0n);
    expect(await factsOf(conversationId, 9)).toEqual(before);

    // The file stays as long as one of both has it.
    await transaction((tx) => deleteConversation(tx, { userId: ada.userId, conversationId }));
    const expiries = () => selectRows(AUTOCOMMIT, 'SELECT expires_at IS NULL AS stays FROM files');
    expect(await expiries()).toEqual([{ stays: 1 }]);
    await transaction((tx) => deleteConversation(tx, { userId: ada.userId, conversationId: id }));
    expect(await expiries()).toEqual([{ stays: 0 }]);
  });

  it('of a long branch is one chain', async () => {
    const conversation = await makeConversation(ada.userId);
    const ids = await makeLongBranch(conversation, 450);
    const id = await fork({ conversationId: conversation.id, messageId: ids[429]! });
    const { messages, conversation: copy } = await branchOf(id);
    expect(messages.map(({ text }) => text)).toEqual(
      ids.slice(0, 430).map((_, index) => `message ${index + 1}`),
    );
    expect(copy.leafId).toBe(messages.at(-1)!.messageId);
    const rows = await Message.findAll({ where: { conversationId: id }, order: ['position'] });
    expect(rows.map(({ chosenChildId }) => chosenChildId)).toEqual([
      ...rows.slice(1).map((row) => row.id),
      null,
    ]);
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1));
  });

  it('is made once for the same id at the same message, also by two requests at once', async () => {
    const conversation = await makeConversation(ada.userId);
    const [first, second] = await makeLongBranch(conversation, 2);
    const at = { conversationId: conversation.id, messageId: second!, clientId: newId() };
    const ids = await Promise.all([fork(at), fork(at), fork(at)]);
    expect(new Set(ids).size).toBe(1);
    expect(await fork({ ...at, messageId: first! })).not.toBe(ids[0]);
    const { conversations } = await listConversations(AUTOCOMMIT, { userId: ada.userId });
    expect(conversations).toHaveLength(3);
  });

  it('of a temporary chat ends with it', async () => {
    const conversation = await makeConversation(ada.userId);
    const [first] = await makeLongBranch(conversation, 1);
    const expiresAt = new Date(Date.now() + 3_600_000);
    await conversation.update({ expiresAt });
    const { conversation: copy } = await branchOf(
      await fork({ conversationId: conversation.id, messageId: first! }),
    );
    expect(copy.expiresAt).toEqual(expiresAt);
  });

  it('is refused at a running reply, and at messages of others', async () => {
    const conversation = await makeConversation(ada.userId);
    const make = messageMaker(conversation);
    const question = await make();
    const running = await make({ reply: true, running: true });
    const at = { conversationId: conversation.id, messageId: running };
    await expect(fork(at)).rejects.toMatchObject({ code: 'conflict', param: 'messageId' });
    const eve = await makeCaller();
    const own = await makeConversation(eve.userId);
    await expect(fork({ ...at, messageId: question }, eve.userId)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(fork({ conversationId: own.id, messageId: question }, eve.userId)).rejects.toMatchObject({
      code: 'not_found',
      param: 'messageId',
    });
    expect(await Conversation.count()).toBe(2);
  });

  it('POST /api/convos/:conversationId/fork returns the new conversation', async () => {
    const conversation = await makeConversation(ada.userId, { title: 'Rivers' });
    const [first] = await makeLongBranch(conversation, 1);
    const call = async (body: unknown) => {
      const params = { conversationId: conversation.id };
      const answer = await apiRoute({ POST: forkCall }).action(ada.json('POST', '/api/call', params, body));
      return { status: answer.status, body: JSON.parse(await textOf(answer)) as Record<string, unknown> };
    };
    const made = await call({ messageId: first, clientId: 'mine' });
    expect(made).toMatchObject({ status: 200, body: { title: 'Rivers', user: ada.userId, expiresAt: null } });
    expect((await call({ messageId: first, clientId: 'mine' })).body['conversationId']).toBe(
      made.body['conversationId'],
    );
    expect(await call({ messageId: 'nothing' })).toMatchObject({ status: 404 });
    expect(await call({})).toMatchObject({ status: 400, body: { error: { param: 'messageId' } } });
  });
});
