import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { attachFiles } from '#app/core/conversations/messages/message-files.ts';
import { editMessageText, listMessages } from '#app/core/conversations/messages/stored-messages.ts';
import { readBranch } from '#app/core/conversations/shown-branch.ts';
import { deleteFile } from '#app/core/files/records/file-rows.ts';
import { newId } from '#app/core/platform/ids.ts';
import { copyShare } from '#app/core/shares/copy.ts';
import { updateShare } from '#app/core/shares/links.ts';
import { findSharedFile, sharedPages } from '#app/core/shares/shared-branch.ts';
import { change, selectCount } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { makeConversation, makeLongBranch, messageMaker } from '#tests/fixtures/conversation.ts';
import { appendOutput, takeRun } from '#tests/fixtures/hand-worker.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { keep, upload } from '#tests/integration/files/stage.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';
import { pageOf, share, stored, textsOf } from './stage.ts';

useFileStore();
useUnservedModel();

let userId: string;
beforeEach(async () => {
  ({ userId } = await createAccount({ creditMicro: 1_000_000n }));
});

const SECRETS = ['thinking', 'error_detail'].map((column) => `${column} = 'sesame'`).join(', ');

describe('a snapshot', () => {
  it('holds the shown branch as it was, without what its owner did not choose, until it is updated', async () => {
    const conversation = await makeConversation(userId);
    const make = messageMaker(conversation);
    const question = await make({ text: 'Question' });
    await make({ reply: true, text: 'First' });
    const second = await make({ reply: true, parent: question, text: 'Second' });
    const failed = await make({ text: 'More', parent: second });
    await make({ reply: true, text: '', errorCode: 'provider_cut' });
    await change(AUTOCOMMIT, `UPDATE messages SET ${SECRETS} WHERE conversation_id = ?`, [conversation.id]);
    await change(AUTOCOMMIT, 'UPDATE conversations SET options = ? WHERE id = ?', [
      JSON.stringify({ promptPrefix: 'sesame' }),
      conversation.id,
    ]);
    const link = await share(conversation);
    const page = await pageOf(link);
    expect(textsOf(page)).toEqual(['Question', 'Second', 'More', '']);
    expect(page.messages.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'failed']);
    expect(page.messages[1]).toMatchObject({ siblingIndex: 1, siblingCount: 1 });
    expect(JSON.stringify([page, await stored(link)])).not.toContain('sesame');
    const open = await share(conversation, { hasThinking: true, hasPrompt: true });
    expect(open.prompt).toBe('sesame');
    expect((await pageOf(open)).messages[1]!.thinking).toBe('sesame');

    const ids = { userId, conversationId: conversation.id };
    await editMessageText(AUTOCOMMIT, { ...ids, messageId: failed }, 'Changed');
    expect(textsOf(await pageOf(link))).toContain('More');
    await updateShare({ userId, shareId: link.id });
    expect(textsOf(await pageOf(link))).toEqual(['Question', 'Second', 'Changed', '']);
    expect(await stored(link)).toMatchObject({ revision: 2, token: link.token, messageCount: 4 });
    await expect(updateShare({ userId: newId(), shareId: link.id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('holds all branches, each with its siblings, and shows the one that was shown', async () => {
    const conversation = await makeConversation(userId);
    const make = messageMaker(conversation);
    const question = await make({ text: 'Question' });
    const first = await make({ reply: true, text: 'First' });
    await make({ text: 'Below first', parent: first });
    await make({ reply: true, parent: question, text: 'Second' });
    const link = await share(conversation, { scope: 'all' });
    const page = await pageOf(link);
    expect(textsOf(page)).toEqual(['Question', 'Second']);
    expect(page.messages[1]).toMatchObject({ siblingIndex: 2, siblingCount: 2, nextSibling: null });
    const via = page.messages[1]!.previousSibling!;
    expect(textsOf(await pageOf(link, { via }))).toEqual(['Question', 'First', 'Below first']);
    expect(textsOf(await pageOf(link, { via: 99, from: -5 }))).toEqual(['Question', 'Second']);
  });

  it('holds a running reply with its output so far, marked as unfinished', async () => {
    const { id, conversationId } = await admitSend(userId, 'What is it?');
    await appendOutput(await takeRun(id, 1), 'An isl');
    const conversation = await findConversation(AUTOCOMMIT, { userId, conversationId: conversationId! });
    const page = await pageOf(await share(conversation));
    expect(page.messages.map(({ text, state }) => [text, state])).toEqual([
      ['What is it?', 'done'],
      ['An isl', 'unfinished'],
    ]);
  });

  it('serves its own files only, while their owner keeps them', async () => {
    const [own, other] = [await makeConversation(userId), await makeConversation(userId)];
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#36c' } })
      .png()
      .toBuffer();
    const sent = async (conversation: { id: string }, messageId: string) => {
      const file = await keep(upload(userId), png);
      const facts = { messageId, place: 0, fileId: file.id, userId, conversationId: conversation.id };
      await transaction((tx) => attachFiles(tx, [facts]));
      await change(AUTOCOMMIT, 'UPDATE messages SET file_count = 1 WHERE id = ?', [messageId]);
      return file;
    };
    const file = await sent(own, await messageMaker(own)());
    await sent(other, await messageMaker(other)());
    const link = await share(own, { hasFiles: true });
    const bare = await share(own);
    expect((await pageOf(link)).messages[0]!.files.map((one) => one.file.id)).toEqual([file.id]);
    expect((await pageOf(bare)).messages[0]).toMatchObject({ fileCount: 1, files: [] });
    const find = (of: typeof link, place = 1) =>
      findSharedFile(AUTOCOMMIT, of, { place, number: 0 }).then(({ id }) => id);
    expect(await find(link)).toBe(file.id);
    await expect(find(bare)).rejects.toMatchObject({ code: 'not_found' });
    await expect(find(link, 2)).rejects.toMatchObject({ code: 'not_found' });
    await deleteFile({ userId, id: file.id });
    await expect(find(link)).rejects.toMatchObject({ code: 'not_found' });
    expect((await pageOf(link)).messages[0]).toMatchObject({ fileCount: 1, files: [] });
  });

  it('is refused for a chat without messages, of another user, or with too many links', async () => {
    const conversation = await makeConversation(userId);
    await expect(share(conversation)).rejects.toMatchObject({ code: 'invalid_request', param: 'scope' });
    await messageMaker(conversation)();
    await expect(share({ userId: newId(), id: conversation.id })).rejects.toMatchObject({
      code: 'not_found',
    });
    for (let made = 0; made < 16; made += 1) await share(conversation);
    const made = await Promise.allSettled(Array.from({ length: 6 }, () => share(conversation)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    await expect(share(conversation)).rejects.toMatchObject({ code: 'conflict', params: { max: 20 } });
  });
});

describe('3,000 messages', () => {
  it('are shown page by page, and become a conversation of a reader without any cost', async () => {
    const conversation = await makeConversation(userId, { title: 'Long' });
    await makeLongBranch(conversation, 3000);
    const link = await share(conversation);
    const seen: string[] = [];
    for (let from: number | null = 1; from !== null;) {
      const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(link, { from });
      expect(page.messages.length).toBeLessThanOrEqual(50);
      seen.push(...textsOf(page));
      from = page.later;
    }
    expect(seen).toEqual(Array.from({ length: 3000 }, (_, index) => `message ${index + 1}`));
    let largest = 0;
    for await (const some of sharedPages(AUTOCOMMIT, link.id)) largest = Math.max(largest, some.length);
    expect(largest).toBe(50);

    const reader = await createAccount();
    const copy = { userId: reader.userId, share: link, revision: 1, conversationId: newId() };
    await copyShare(copy);
    await copyShare(copy);
    const ids = { userId: reader.userId, conversationId: copy.conversationId };
    const copied = await findConversation(AUTOCOMMIT, ids);
    expect(copied).toMatchObject({ title: 'A plan', nextPosition: 3001, options: null });
    const { messages, next } = await listMessages(AUTOCOMMIT, ids);
    expect(next).toBe(200);
    expect(messages[199]).toMatchObject({
      text: 'message 200',
      parentMessageId: messages[198]!.messageId,
      generationId: null,
      costMicro: null,
      submitting: false,
    });
    const branch = await readBranch(AUTOCOMMIT, { conversation: copied });
    expect(branch.messages.at(-1)!.text).toBe('message 3000');
    const count = 'SELECT COUNT(*) FROM messages WHERE conversation_id = ?';
    expect(await selectCount(AUTOCOMMIT, count, [copy.conversationId])).toBe(3000);
    const money = 'SELECT COUNT(*) FROM ledger_entries WHERE account_id = ?';
    expect(await selectCount(AUTOCOMMIT, money, [reader.accountId])).toBe(0);

    await updateShare({ userId, shareId: link.id });
    await expect(copyShare({ ...copy, conversationId: newId() })).rejects.toMatchObject({
      code: 'conflict',
      param: 'revision',
    });
  });
});
