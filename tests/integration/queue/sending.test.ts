import { beforeEach, expect, it } from 'vitest';
import { AppError } from '#app/contracts/errors.ts';
import type { ChatSend } from '#app/contracts/send.ts';
import { banUser } from '#app/core/accounts/bans.ts';
import { addQueued, changeQueued, listQueued, sendNext } from '#app/core/conversations/queued-messages.ts';
import { restoreConversations, trashConversation } from '#app/core/conversations/trash/trashed-chats.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { sendQueued } from '#app/core/generation/admit/queued.ts';
import { Message, type Conversation } from '#db/models/conversations.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { makeConversation, messageMaker } from '#tests/fixtures/conversation.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

// No worker runs: each test sends what is due.
useUnservedModel();

let userId: string;
let chat: Conversation;

beforeEach(async () => {
  ({ userId } = await createAccount({ creditMicro: 1_000_000n }));
  chat = await makeConversation(userId);
});

/** A message and its reply. */
async function makeTurn(end: Record<string, unknown> = {}): Promise<string> {
  const make = messageMaker(chat);
  await make();
  const reply = await make({ reply: true });
  await Message.update(end, { where: { id: reply } });
  await chat.update({ nextPosition: 3 });
  return reply;
}

const queue = (text: string, more: Partial<ChatSend> = {}) =>
  transaction((tx) =>
    addQueued(tx, { ...chatSend(userId, text, more), conversationId: chat.id, keepsOptions: true }),
  );
const queued = () => listQueued(AUTOCOMMIT, { userId, conversationId: chat.id });
const states = async () => (await queued()).map(({ text, state, reason }) => [text, state, reason]);
const place = async (index: number) => ({
  userId,
  conversationId: chat.id,
  queuedId: (await queued())[index]!.id,
});
/** The texts of the user's messages, oldest first. */
const sentTexts = async () =>
  (
    await Message.findAll({
      where: { conversationId: chat.id, isCreatedByUser: true },
      order: ['position'],
      raw: true,
    })
  ).map(({ text }) => text);
const endLease = () =>
  change(AUTOCOMMIT, 'UPDATE queued_messages SET lease_until = NOW(3) - INTERVAL 1 SECOND');

it('sends the first message at the end of the shown branch, once, whatever the number of workers', async () => {
  const last = await makeTurn();
  await queue('One', { clientMessageId: 'form-1' });
  await queue('Two');
  await Promise.all(Array.from({ length: 6 }, () => sendQueued()));
  expect(await sentTexts()).toEqual(['message 1', 'One']);
  const sent = await Message.findOne({ where: { conversationId: chat.id, text: 'One' } });
  expect(sent?.parentId).toBe(last);
  // The second one waits for the reply to the first.
  await sendQueued();
  expect(await states()).toEqual([['Two', 'waiting', null]]);
  // A repeated request for the sent message adds nothing; other content with the same id does.
  await queue('One', { clientMessageId: 'form-1' });
  await queue('Other', { clientMessageId: 'form-1' });
  await queue('Other', { clientMessageId: 'form-1' });
  expect((await states()).map(([text]) => text)).toEqual(['Two', 'Other']);
});

it('sends a message once if its worker dies between the admission and the end of the attempt', async () => {
  await makeTurn();
  await queue('Once');
  await sendQueued(async (send) => {
    await admitMessage(send);
    throw new Error('killed');
  });
  expect(await states()).toEqual([['Once', 'sending', null]]);
  // Its user cannot change it meanwhile, or it would be sent again with another text.
  const at = await place(0);
  await expect(transaction((tx) => changeQueued(tx, at, 'Twice'))).rejects.toMatchObject({
    code: 'conflict',
  });
  await sendQueued();
  expect(await queued()).toHaveLength(1);
  await endLease();
  // Its own reply is running: the next attempt finds the message all the same.
  await sendQueued();
  expect(await queued()).toEqual([]);
  expect(await sentTexts()).toEqual(['message 1', 'Once']);
});

it('sends again after an attempt that died before the admission, and holds a message that always fails', async () => {
  await makeTurn();
  await queue('Again');
  const die = () => Promise.reject(new Error('killed'));
  for (let failures = 0; failures < 5; failures += 1) {
    await sendQueued(die);
    await endLease();
  }
  await sendQueued(die);
  expect(await states()).toEqual([['Again', 'held', 'internal']]);
  await transaction(async (tx) => sendNext(tx, await place(0)));
  await sendQueued();
  expect(await sentTexts()).toEqual(['message 1', 'Again']);
});

it.each([
  ['failed', { errorCode: 'provider_timeout' }, 'reply_failed'],
  ['was stopped', { cancelled: true }, 'reply_stopped'],
])('holds the queue after a reply that %s, until its user sends one', async (_, end, reason) => {
  await makeTurn(end);
  await queue('One');
  await queue('Two');
  await sendQueued();
  await sendQueued();
  expect(await states()).toEqual([
    ['One', 'held', reason],
    ['Two', 'waiting', null],
  ]);
  expect(await sentTexts()).toEqual(['message 1']);
  const second = await place(1);
  await transaction((tx) => sendNext(tx, second));
  await sendQueued();
  expect(await sentTexts()).toEqual(['message 1', 'Two']);
  expect(await states()).toEqual([['One', 'held', reason]]);
});

it('stays with a chat in the trash, and waits for its user when the chat is restored', async () => {
  await makeTurn();
  await queue('Later');
  await transaction((tx) => trashConversation(tx, { userId, conversationId: chat.id }));
  await sendQueued();
  await transaction((tx) => restoreConversations(tx, userId, [chat.id]));
  await sendQueued();
  expect(await states()).toEqual([['Later', 'held', 'reply_stopped']]);
  expect(await sentTexts()).toEqual(['message 1']);
});

it('holds a refused message with the reason, and waits on errors that pass', async () => {
  await makeTurn();
  await queue('Paid');
  const refuse = (error: AppError) =>
    sendQueued(async () => {
      throw error;
    });
  const makeDue = () => change(AUTOCOMMIT, 'UPDATE queued_messages SET due_at = NOW(3)');
  await refuse(new AppError('concurrent', { retryAfterSeconds: 60 }));
  expect(await states()).toEqual([['Paid', 'waiting', null]]);
  // Not due for a minute.
  await sendQueued();
  expect(await sentTexts()).toEqual(['message 1']);
  await makeDue();
  await refuse(new AppError('conflict', { param: 'parentMessageId' }));
  expect(await states()).toEqual([['Paid', 'waiting', null]]);
  await change(AUTOCOMMIT, 'UPDATE accounts SET balance_micro = 3');
  await sendQueued();
  expect(await queued()).toMatchObject([
    { state: 'held', reason: 'token_balance', reasonParams: { available: '3' } },
  ]);
});

it('sends nothing for a banned user, and holds a message whose file is gone', async () => {
  await makeTurn();
  await queue('Look', { files: ['01a20953-7ff5-76ac-b76b-dadee33d4646'] });
  await banUser(AUTOCOMMIT, { userId, until: null, reason: null });
  await sendQueued();
  expect(await states()).toEqual([['Look', 'waiting', null]]);
  await change(AUTOCOMMIT, 'UPDATE users SET banned_at = NULL');
  await change(AUTOCOMMIT, 'UPDATE queued_messages SET due_at = NOW(3)');
  await sendQueued();
  expect(await states()).toEqual([['Look', 'held', 'files_deleted']]);
});
