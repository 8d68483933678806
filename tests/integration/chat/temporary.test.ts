import { beforeEach, describe, expect, it } from 'vitest';
import { listConversations } from '#app/core/conversations/conversations.ts';
import { saveDraft } from '#app/core/conversations/drafts.ts';
import { temporaryEnd } from '#app/core/conversations/temporary.ts';
import { deleteEndedChats } from '#app/core/deletion/ended-chats.ts';
import { newId } from '#app/core/platform/ids.ts';
import { watchUser } from '#app/core/realtime/user-events.ts';
import { createShare } from '#app/core/shares/links.ts';
import { changeCall } from '#app/features/chat/conversation-calls.server.ts';
import { loadConversation } from '#app/features/chat/screen/load-conversation.server.ts';
import { runIntent } from '#app/features/chat/send/actions/run-intent.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';
import { Conversation } from '#db/models/conversations.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { makeCaller, type TestCaller } from '#tests/fixtures/caller.ts';
import { makeConversation, makeLongBranch } from '#tests/fixtures/conversation.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';

const engine = useEngine();
let ada: TestCaller;
beforeEach(async () => {
  ada = await makeCaller();
});

async function run(conversationId: string, fields: Record<string, string>) {
  const result = await runIntent(ada.form(conversationId, fields));
  return 'data' in result
    ? { status: result.init?.status ?? 200, answer: result.data, location: null }
    : { status: result.status, answer: null, location: result.headers.get('location') };
}

async function pageOf(conversationId: string, query = '') {
  const args = ada.args(`/chat/${conversationId}${query}`, { conversationId });
  return (await loadConversation(args)).data;
}

const newMessage = (text: string) => ({ intent: 'send', text, model: TEST_MODEL, clientMessageId: newId() });

/** Sends the first message of a temporary chat, and waits until its reply and the work after it have ended. */
async function begin(text: string): Promise<string> {
  const { location } = await run('new', { ...newMessage(text), temporary: '1' });
  const id = location!.slice(6, 42);
  await expect.poll(async () => (await pageOf(id)).messages.at(-1)?.submitting).toBe(false);
  await expect.poll(() => selectRows(AUTOCOMMIT, 'SELECT id FROM follow_ups')).toEqual([]);
  return id;
}

const titlesOf = (id: string) =>
  selectRows(AUTOCOMMIT, `SELECT id FROM generations WHERE target = 'title' AND conversation_id = ?`, [id]);

const listed = async () =>
  (await listConversations(AUTOCOMMIT, { userId: ada.userId, place: 'all' })).conversations.map(
    ({ conversationId }) => conversationId,
  );

/** A temporary chat with messages whose time is over. */
async function makeEnded(userId = ada.userId) {
  const conversation = await makeConversation(userId);
  await makeLongBranch(conversation, 2);
  return conversation.update({ expiresAt: new Date(Date.now() - 1000) });
}

describe('a temporary chat', () => {
  it('is not listed and costs no title, until it is kept', async () => {
    const fresh = await pageOf('new', '?temporary=1');
    expect(Date.parse(fresh.temporary!.endsAt) / 1000).toBeCloseTo(temporaryEnd().getTime() / 1000, -1);
    expect((await pageOf('new')).temporary).toBeNull();

    const id = await begin('Tell me a secret');
    const { temporary, title } = await pageOf(id);
    expect([temporary?.isSoon, title]).toEqual([false, 'Tell me a secret']);
    expect([await listed(), await titlesOf(id)]).toEqual([[], []]);

    expect(await run(id, { intent: 'keep', target: id })).toMatchObject({ status: 302 });
    expect((await pageOf(id)).temporary).toBeNull();
    expect(await listed()).toEqual([id]);
    await expect.poll(() => titlesOf(id)).toHaveLength(1);
    // Harmless when repeated.
    expect(await run(id, { intent: 'keep', target: id })).toMatchObject({ status: 302 });
  });

  it('stays temporary through the buttons of its composer', async () => {
    const fields = { text: 'half a', temporary: '1' };
    const { location } = await run('new', { ...fields, chosenModel: TEST_MODEL });
    expect(location).toBe(`/chat/new?model=${encodeURIComponent(TEST_MODEL)}&temporary=1`);
  });

  it('has no place in lists and no links', async () => {
    const conversation = await makeConversation(ada.userId);
    await makeLongBranch(conversation, 2);
    await conversation.update({ expiresAt: temporaryEnd() });
    const { id: conversationId } = conversation;
    for (const [intent, param] of [
      ['pin', 'pinned'],
      ['archive', 'archived'],
    ] as const) {
      const { status, answer } = await run('new', { intent, target: conversationId, to: 'on' });
      expect([status, answer]).toEqual([
        409,
        expect.objectContaining({ error: expect.objectContaining({ param }) }),
      ]);
    }
    const access = { title: 'x', showsTitleInCard: false, level: 'anyone' as const, expiresAt: null };
    const content = {
      scope: 'all' as const,
      hasFiles: false,
      hasThinking: false,
      hasPrompt: false,
      author: null,
    };
    const share = { userId: ada.userId, conversationId, access, content, passwordHash: null };
    await expect(createShare(share)).rejects.toMatchObject({ code: 'conflict', params: { temporary: 1 } });
  });

  it('is kept by PATCH /api/convos, which makes no other temporary', async () => {
    const conversation = await makeConversation(ada.userId);
    await conversation.update({ expiresAt: temporaryEnd() });
    const change = async (body: unknown) => {
      const args = ada.json('PATCH', '/api/call', { conversationId: conversation.id }, body);
      return (await apiRoute({ PATCH: changeCall }).action(args)).status;
    };
    expect([await change({ temporary: true }), await change({ temporary: false, pinned: true })]).toEqual([
      400, 200,
    ]);
    expect(await conversation.reload()).toMatchObject({ expiresAt: null, pinnedAt: expect.any(Date) });
    const send = chatSend(ada.userId, 'Hi', { conversationId: conversation.id, temporary: true });
    await expect(admitMessage(send)).rejects.toMatchObject({ code: 'invalid_request', param: 'temporary' });
  });
});

describe('a temporary chat after its end', () => {
  it('does not exist, whether or not it is deleted already', async () => {
    const { id } = await makeEnded();
    expect(await run(id, newMessage('More'))).toMatchObject({ status: 404 });
    await expect(pageOf(id)).rejects.toMatchObject({ status: 404 });
    expect(await run('new', { intent: 'keep', target: id })).toMatchObject({ status: 404 });
  });

  it('is deleted with everything of it, open tabs are notified, and others stay', async () => {
    const { id } = await makeEnded();
    const [lasting, later] = [await makeConversation(ada.userId), await makeConversation(ada.userId)];
    await later.update({ expiresAt: temporaryEnd() });
    await saveDraft(AUTOCOMMIT, { userId: ada.userId, conversationKey: lasting.id }, 'half a');
    const leaving = new AbortController();
    const events: unknown[] = [];
    const watching = (async () => {
      for await (const { event } of watchUser(ada.userId, leaving.signal)) {
        events.push(event);
        leaving.abort();
      }
    })();
    expect(await deleteEndedChats()).toBe(1);
    await watching;
    expect(events).toEqual([{ type: 'conversation', conversationId: id, change: 'deleted' }]);
    expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM messages')).toEqual([]);
    const rest = await Conversation.findAll({ order: ['id'] });
    expect(rest.map((one) => one.id)).toEqual([lasting.id, later.id]);
    expect(await deleteEndedChats()).toBe(0);
  });

  it('waits for a reply that is running', async () => {
    const gate = sandboxGate(engine.sandbox().url, 'ending');
    const send = chatSend(ada.userId, 'Hi [[sandbox: gate=ending]]', { temporary: true });
    const { conversationId: id } = await admitMessage(send);
    const chat = (await Conversation.findByPk(id))!;
    await chat.update({ expiresAt: new Date(Date.now() - 1000) });
    expect(await deleteEndedChats()).toBe(0);
    await gate.open();
    await expect.poll(deleteEndedChats).toBe(1);
    expect(await Conversation.count()).toBe(0);
  });
});

describe('the text of an address', () => {
  it('fills the box, sends nothing, and leaves the stored draft as it is', async () => {
    await saveDraft(AUTOCOMMIT, { userId: ada.userId, conversationKey: 'new' }, 'my draft');
    const text = ' Two\nlines\u200B & more ';
    const query = `?q=${encodeURIComponent(text)}&model=${encodeURIComponent(TEST_MODEL)}`;
    const page = await pageOf('new', query);
    expect(page).toMatchObject({ prompt: text, draft: 'my draft', isPromptCut: false, gone: null });
    expect(page.model?.id).toContain(TEST_MODEL);
    expect(await pageOf('new')).toMatchObject({ prompt: null, draft: 'my draft' });
    expect(await Conversation.count()).toBe(0);
  });

  it('is cut with a notice, and names an unknown model', async () => {
    const page = await pageOf('new', `?q=${'a'.repeat(20_001)}&model=no/such-model`);
    expect([page.prompt?.length, page.isPromptCut, page.gone]).toEqual([20_000, true, 'no/such-model']);
    expect(page.model).not.toBeNull();
  });
});
