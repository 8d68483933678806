import { beforeEach, describe, expect, it } from 'vitest';
import { ROOT_ID } from '#app/contracts/chat.ts';
import type { ActionAnswer } from '#app/features/chat/conversation/action-answer.ts';
import { runIntent } from '#app/features/chat/send/actions/run-intent.server.ts';
import { loadConversation } from '#app/features/chat/screen/load-conversation.server.ts';
import { listConversations, listPinned } from '#app/core/conversations/conversations.ts';
import { listTrash } from '#app/core/conversations/trash/trash-entries.ts';
import { readDraft } from '#app/core/conversations/drafts.ts';
import { newId } from '#app/core/platform/ids.ts';
import { Conversation, Message } from '#db/models/conversations.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { makeCaller, type TestCaller } from '#tests/fixtures/caller.ts';
import { makeConversation, messageMaker } from '#tests/fixtures/conversation.ts';
import { useEngine } from '#tests/setup/engine.ts';

useEngine();
let ada: TestCaller;
beforeEach(async () => {
  ada = await makeCaller();
});

interface Outcome {
  status: number;
  location: string | null;
  answer: ActionAnswer | null;
}

async function run(
  who: TestCaller,
  conversationId: string,
  fields: Record<string, string>,
): Promise<Outcome> {
  const result = await runIntent(who.form(conversationId, fields));
  if (!('data' in result)) {
    return { status: result.status, location: result.headers.get('location'), answer: null };
  }
  return { status: result.init?.status ?? 200, location: null, answer: result.data };
}

async function pageOf(who: TestCaller, conversationId: string) {
  const args = who.args(`/chat/${conversationId}`, { conversationId });
  return (await loadConversation(args)).data;
}

const newMessage = (text: string, more: Record<string, string> = {}) => ({
  intent: 'send',
  text,
  model: TEST_MODEL,
  clientMessageId: newId(),
  ...more,
});

describe('sending', () => {
  it('opens a conversation, redirects to it, and shows the message with a growing reply', async () => {
    const { status, location } = await run(ada, 'new', newMessage('  Hello *there*  '));
    expect([status, location]).toEqual([302, expect.stringMatching(/^\/chat\/[0-9a-f-]{36}#latest$/)]);
    const page = await pageOf(ada, location!.slice(6, 42));
    expect(page.title).toBe('Hello there');
    expect(page.messages).toMatchObject([
      { isCreatedByUser: true, text: 'Hello *there*', parentMessageId: ROOT_ID },
      { isCreatedByUser: false, model: TEST_MODEL },
    ]);
    // A user's text is shown as typed; only replies are Markdown.
    expect(page.messages[0]?.html).toBeNull();
  });

  it('the same form twice is one message; with other text and the same id it is another', async () => {
    const form = newMessage('Once');
    const first = await run(ada, 'new', form);
    expect((await run(ada, 'new', form)).location).toBe(first.location);
    expect(await Conversation.count({ where: { userId: ada.userId } })).toBe(1);
    const other = await run(ada, 'new', { ...form, text: 'Twice' });
    expect(other.location).not.toBe(first.location);
  });

  it('stays on the page with an answer for a script, and clears the draft', async () => {
    const { location } = await run(ada, 'new', newMessage('Hi'));
    const conversationId = location!.slice(6, 42);
    await expect
      .poll(async () => (await pageOf(ada, conversationId)).messages.at(-1)?.submitting)
      .toBe(false);
    const sent = await run(ada, conversationId, newMessage('More', { enhanced: '1' }));
    expect(sent).toMatchObject({ status: 200, answer: { ok: true, intent: 'send', conversationId } });
    expect((await pageOf(ada, conversationId)).draft).toBe('');
  });

  it('nothing sends nothing and names the field', async () => {
    const { status, answer } = await run(ada, 'new', newMessage(' \n '));
    expect(status).toBe(400);
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_request', param: 'text' } });
    expect(await Message.count({ where: { userId: ada.userId } })).toBe(0);
  });

  it('continues a changed beginning only if there is one', async () => {
    const conversation = await makeConversation(ada.userId);
    const make = messageMaker(conversation);
    await make();
    const parentMessageId = await make({ reply: true });
    const form = { intent: 'continue', parentMessageId, model: TEST_MODEL };
    const { status, answer } = await run(ada, conversation.id, { ...form, text: '' });
    expect(status, 'emptied').toBe(400);
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_request', param: 'text' } });
    expect((await run(ada, conversation.id, form)).status, 'not changed').toBe(302);
  });

  it('without money reports the needed amount and returns the text', async () => {
    const poor = await makeCaller({ creditMicro: 3n });
    const { status, answer } = await run(poor, 'new', newMessage('Please'));
    expect(status).toBe(402);
    expect(answer).toMatchObject({
      ok: false,
      text: 'Please',
      error: { code: 'token_balance', params: { available: '3', needed: expect.stringMatching(/^\d+$/) } },
    });
  });
});

describe('a conversation', () => {
  it('is switched, saved and renamed by forms', async () => {
    const conversation = await makeConversation(ada.userId);
    const make = messageMaker(conversation);
    const question = await make();
    const first = await make({ reply: true });
    await make({ reply: true, parent: question });
    const { id } = conversation;
    await run(ada, id, { intent: 'choose-branch', messageId: first });
    await run(ada, id, { intent: 'save-edit', messageId: question, text: 'changed' });
    await run(ada, id, { intent: 'rename', target: id, title: 'By hand' });
    const page = await pageOf(ada, id);
    expect(page.title).toBe('By hand');
    expect(page.messages).toMatchObject([
      { messageId: question, text: 'changed', isEdited: true },
      { messageId: first, siblingIndex: 1, siblingCount: 2 },
    ]);
  });

  it('is pinned, archived, and back in the list with the next message', async () => {
    const [first, second] = [await makeConversation(ada.userId), await makeConversation(ada.userId)];
    const list = async (isArchive = false) =>
      (
        await listConversations(AUTOCOMMIT, { userId: ada.userId, place: isArchive ? 'archive' : 'list' })
      ).conversations.map(({ conversationId }) => conversationId);
    const place = (intent: 'pin' | 'archive', to: 'on' | 'off', target = first.id) =>
      run(ada, 'new', { intent, target, to });
    const pinned = async () =>
      (await listPinned(AUTOCOMMIT, ada.userId)).map(({ conversationId }) => conversationId);
    await place('pin', 'on');
    await place('pin', 'on', second.id);
    await place('pin', 'on');
    expect(await pinned()).toEqual([second.id, first.id]);
    await place('archive', 'on');
    expect([await pinned(), await list(), await list(true)]).toEqual([[second.id], [second.id], [first.id]]);
    await place('archive', 'off');
    await place('pin', 'off', second.id);
    expect([(await list()).length, await list(true), await pinned()]).toEqual([2, [], []]);
    await place('archive', 'on');
    expect((await run(ada, first.id, newMessage('More'))).status).toBe(302);
    expect(await list(true)).toEqual([]);
    expect((await run(ada, 'new', { intent: 'pin', target: first.id, to: 'up' })).status).toBe(400);
  });

  it('is the last that can be pinned after 49 others', async () => {
    const all = await Promise.all(Array.from({ length: 51 }, () => makeConversation(ada.userId)));
    const answers = [];
    for (const { id } of all) answers.push(await run(ada, 'new', { intent: 'pin', target: id, to: 'on' }));
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(50);
    expect(answers.at(-1)).toMatchObject({ status: 409, answer: { error: { param: 'pinned' } } });
  });

  it('keeps the typed text while another model is chosen', async () => {
    const { id } = await makeConversation(ada.userId);
    const { location } = await run(ada, id, { chosenModel: TEST_MODEL, text: 'half a' });
    expect(location).toBe(`/chat/${id}?model=${encodeURIComponent(TEST_MODEL)}#latest`);
    expect((await readDraft(AUTOCOMMIT, { userId: ada.userId, conversationKey: id })).text).toBe('half a');
  });

  it('that is deleted redirects from its page to a new one', async () => {
    const { id } = await makeConversation(ada.userId);
    expect((await run(ada, id, { intent: 'delete', target: id })).location).toBe('/chat/new');
    await makeConversation(ada.userId);
    expect((await run(ada, 'new', { intent: 'clear' })).location).toBe('/chat/new');
    expect(await Conversation.count({ where: { userId: ada.userId } })).toBe(0);
  });

  it('and its messages are restored by the toast after a deletion', async () => {
    const { id } = await makeConversation(ada.userId);
    const make = messageMaker(await Conversation.findOne({ where: { id } }).then((found) => found!));
    const question = await make();
    const reply = await make({ reply: true });
    const remove = (messageId: string, scope: string) =>
      run(ada, id, { intent: 'delete-message', messageId, scope, enhanced: '1' });
    const toastOf = ({ answer }: Outcome) => (answer?.ok ? answer.toast : undefined);
    const undo = toastOf(await remove(reply, 'message'))!.undo!;
    expect((await pageOf(ada, id)).messages).toHaveLength(1);
    expect(await run(ada, 'new', { intent: undo.intent, target: undo.target, enhanced: '1' })).toMatchObject({
      answer: { ok: true, conversationId: id },
    });
    expect((await pageOf(ada, id)).messages).toMatchObject([{ messageId: question }, { messageId: reply }]);
    expect((await remove(question, 'all')).status).toBe(400);
    expect((await remove(question, 'branch')).location).toBe('/chat/new');
    const back = await run(ada, 'new', { intent: 'restore', target: id, leaves: '1', enhanced: '1' });
    expect(back.location).toBe(`/chat/${id}#latest`);
    const archived = toastOf(await run(ada, id, { intent: 'archive', target: id, to: 'on', enhanced: '1' }));
    expect(archived).toMatchObject({ text: 'Chat archived.', undo: { intent: 'archive', target: id } });
  });

  it('loses a reply that is being written, which is stopped first and comes back stopped', async () => {
    const { location } = await run(ada, 'new', newMessage('[[sandbox: length=50000 pace=20]]'));
    const id = location!.slice(6, 42);
    const [question, reply] = (await pageOf(ada, id)).messages;
    const done = await run(ada, id, {
      intent: 'delete-message',
      messageId: reply!.messageId,
      scope: 'branch',
    });
    expect(done.status).toBe(302);
    expect((await pageOf(ada, id)).messages).toMatchObject([{ messageId: question!.messageId }]);
    const { entries } = await listTrash(AUTOCOMMIT, { userId: ada.userId });
    await run(ada, 'new', { intent: 'restore', target: entries[0]!.id });
    expect((await pageOf(ada, id)).messages.at(-1)).toMatchObject({
      messageId: reply!.messageId,
      submitting: false,
      cancelled: true,
    });
  });
});

describe('another user', () => {
  it('cannot act on any of it, whatever the form names', async () => {
    const conversation = await makeConversation(ada.userId);
    const make = messageMaker(conversation);
    const question = await make({ text: 'private' });
    const reply = await make({ reply: true });
    const eve = await makeCaller();
    const own = await makeConversation(eve.userId);
    const { id } = conversation;
    const attempts: [string, Record<string, string>][] = [
      [id, newMessage('x')],
      [own.id, newMessage('x', { parentMessageId: reply })],
      [id, { intent: 'regenerate', parentMessageId: question, model: TEST_MODEL }],
      [id, { intent: 'continue', parentMessageId: reply, model: TEST_MODEL }],
      [id, { intent: 'edit', parentMessageId: ROOT_ID, text: 'x', model: TEST_MODEL }],
      [id, { intent: 'save-edit', messageId: question, text: 'x' }],
      [own.id, { intent: 'save-edit', messageId: question, text: 'x' }],
      [id, { intent: 'choose-branch', messageId: reply }],
      [id, { chosenModel: TEST_MODEL, text: 'x' }],
      [own.id, { intent: 'rename', target: id, title: 'x' }],
      [own.id, { intent: 'pin', target: id, to: 'on' }],
      [own.id, { intent: 'archive', target: id, to: 'on' }],
      [own.id, { intent: 'delete-message', messageId: reply, scope: 'branch' }],
      [own.id, { intent: 'delete', target: id }],
    ];
    for (const [address, form] of attempts) {
      const { status, answer } = await run(eve, address, form);
      expect({ form, status, answer }).toMatchObject({ form, status: 404, answer: { ok: false } });
    }
    await expect(pageOf(eve, id)).rejects.toMatchObject({ status: 404 });
    const page = await pageOf(ada, id);
    expect(page.messages.map((message) => message.text)).toEqual(['private', 'message 2']);
  });
});
