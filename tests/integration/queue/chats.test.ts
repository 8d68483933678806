import { beforeEach, describe, expect, it } from 'vitest';
import { TEXT_MAX } from '#app/contracts/chat.ts';
import { MAX_QUEUED, type QueuedView } from '#app/contracts/queued-message.ts';
import { deleteConversation, eraseConversations } from '#app/core/conversations/deletion.ts';
import { addQueued } from '#app/core/conversations/queued-messages.ts';
import { newId } from '#app/core/platform/ids.ts';
import { loadConversation } from '#app/features/chat/screen/load-conversation.server.ts';
import { runIntent } from '#app/features/chat/send/actions/run-intent.server.ts';
import * as calls from '#app/features/chat/queue-calls.server.ts';
import { apiRoute, type Endpoint } from '#app/http/api/api-route.ts';
import { selectCount } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { makeCaller, type TestCaller } from '#tests/fixtures/caller.ts';
import { makeConversation } from '#tests/fixtures/conversation.ts';
import { textOf } from '#tests/fixtures/read-answer.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';

const engine = useEngine();
let ada: TestCaller;
let conversationId: string;

const gate = () => sandboxGate(engine.sandbox().url, 'queue');
const HELD = 'Rivers [[sandbox: text="Long answer." pace=0 gate=queue]]';
const answer = (text: string) => `Please answer. [[sandbox: text="${text}" pace=0]]`;

beforeEach(async () => {
  ada = await makeCaller();
});

async function press(fields: Record<string, string>, at = conversationId) {
  const result = await runIntent(ada.form(at, { clientMessageId: newId(), model: TEST_MODEL, ...fields }));
  return 'data' in result
    ? { status: result.init?.status ?? 200, location: null, answer: result.data }
    : { status: result.status, location: result.headers.get('location'), answer: null };
}

const send = (text: string, at?: string) => press({ intent: 'send', text }, at);
const page = async () =>
  (await loadConversation(ada.args(`/chat/${conversationId}`, { conversationId }))).data;
const queue = async () => (await page()).queue;
const turns = async () => (await page()).messages.map(({ text }) => text);

async function call(endpoint: Endpoint, method: string, params: Record<string, string> = {}, body?: unknown) {
  const route = apiRoute({ [method]: endpoint });
  const args = ada.json(method, '/api/call', { conversationId, ...params }, body);
  const response = await (method === 'GET' ? route.loader : route.action)(args);
  const text = await textOf(response);
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as QueuedView[] };
}

/** A chat whose reply waits at the gate. */
async function beginReply() {
  const { location } = await send(HELD, 'new');
  conversationId = location!.slice(6, 42);
  await expect.poll(gate().waiting).toBe(1);
}

describe('while a reply runs', () => {
  beforeEach(beginReply);

  it('a message of the form is queued, and each is sent when the reply before it has ended', async () => {
    expect(await send(answer('First.'))).toMatchObject({ status: 302 });
    expect(await press({ intent: 'queue', text: answer('Second.'), enhanced: '1' })).toMatchObject({
      status: 200,
      answer: { ok: true, intent: 'queue', conversationId },
    });
    expect(await queue()).toMatchObject([
      { text: answer('First.'), state: 'waiting', model: TEST_MODEL },
      { text: answer('Second.'), state: 'waiting' },
    ]);
    expect((await page()).draft).toBe('');
    await gate().open();
    await expect
      .poll(turns)
      .toEqual([HELD, 'Long answer.', answer('First.'), 'First.', answer('Second.'), 'Second.']);
    expect(await queue()).toEqual([]);
    // With nothing to wait for, a page that is not up to date sends at once.
    await expect.poll(async () => (await page()).messages.at(-1)?.submitting).toBe(false);
    await press({ intent: 'queue', text: answer('Third.') });
    await expect.poll(async () => (await turns()).at(-1)).toBe('Third.');
  });

  it('a stop holds the queue; one press sends a message all the same, and stops a running reply', async () => {
    await send(answer('First.'));
    await press({ intent: 'stop' });
    await expect.poll(async () => (await queue())[0]?.reason).toBe('reply_stopped');
    await send(HELD);
    await expect.poll(gate().waiting).toBe(1);
    const [{ queuedId } = { queuedId: '' }] = await queue();
    expect((await press({ intent: 'queue-send', queuedId })).status).toBe(302);
    await expect.poll(async () => (await turns()).at(-1)).toBe('First.');
    expect((await page()).messages.at(-3)?.cancelled).toBe(true);
    await gate().open(0);
  });

  it('calls list, add, change and remove messages; a repeated one is added once', async () => {
    const message = { text: ' Later ', model: TEST_MODEL, clientMessageId: 'mine' };
    await call(calls.addToQueueCall, 'POST', {}, message);
    const added = await call(calls.addToQueueCall, 'POST', {}, message);
    expect(added).toMatchObject({ status: 200, body: [{ text: 'Later', state: 'waiting', reason: null }] });
    const { queuedId } = added.body[0]!;
    const changed = await call(calls.changeQueuedCall, 'PATCH', { queuedId }, { text: 'x'.repeat(1000) });
    expect(changed.body[0]?.text).toHaveLength(1000);
    // The page has the beginning only, and the whole text in the form that its address opens.
    expect((await queue())[0]?.text).toHaveLength(301);
    const open = ada.args(`/chat/${conversationId}?queued=${queuedId}`, { conversationId });
    expect((await loadConversation(open)).data.queue[0]?.text).toHaveLength(1000);
    await press({ intent: 'queue-edit', queuedId, text: 'Shorter' });
    expect(await call(calls.listQueueCall, 'GET')).toMatchObject({ body: [{ text: 'Shorter' }] });
    expect((await call(calls.removeQueuedCall, 'DELETE', { queuedId })).status).toBe(204);
    expect((await call(calls.removeQueuedCall, 'DELETE', { queuedId })).status).toBe(404);
    await gate().open();
  });

  it('the queue is bounded in messages and in text', async () => {
    const add = (text: string) =>
      call(calls.addToQueueCall, 'POST', {}, { text, model: TEST_MODEL }).then(({ status }) => status);
    expect(await add(' ')).toBe(400);
    expect(await add('x'.repeat(TEXT_MAX + 1))).toBe(400);
    expect(await add('x'.repeat(TEXT_MAX))).toBe(200);
    expect(await add('y'), 'no text fits beside it').toBe(400);
    const [{ queuedId } = { queuedId: '' }] = await queue();
    await press({ intent: 'queue-edit', queuedId, text: 'x' });
    const statuses = await Promise.all(Array.from({ length: 12 }, (_, index) => add(String(index))));
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_QUEUED - 1);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    expect(await queue()).toHaveLength(MAX_QUEUED);
    await press({ intent: 'delete', target: conversationId });
    await gate().open(0);
  });
});

it('is deleted with its chat, and with the account', async () => {
  const { userId } = ada;
  const rows = () =>
    selectCount(AUTOCOMMIT, 'SELECT COUNT(*) FROM queued_messages WHERE user_id = ?', [userId]);
  const deletions = [
    () => transaction((tx) => deleteConversation(tx, { userId, conversationId })),
    () => eraseConversations(userId, 500),
  ];
  for (const erase of deletions) {
    conversationId = (await makeConversation(userId)).id;
    await transaction((tx) =>
      addQueued(tx, { ...chatSend(userId, 'Later'), conversationId, keepsOptions: true }),
    );
    expect(await rows()).toBe(1);
    await erase();
    expect(await rows()).toBe(0);
  }
});
