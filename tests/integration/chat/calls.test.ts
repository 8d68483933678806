import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#app/core/platform/ids.ts';
import * as convos from '#app/features/chat/conversation-calls.server.ts';
import * as composer from '#app/features/chat/message-calls.server.ts';
import * as messages from '#app/features/chat/message-calls.server.ts';
import * as trash from '#app/features/chat/trash-calls.server.ts';
import { apiRoute, type Endpoint } from '#app/http/api/api-route.ts';
import type { Conversation } from '#db/models/conversations.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { makeCaller, type TestCaller } from '#tests/fixtures/caller.ts';
import { makeConversation, messageMaker } from '#tests/fixtures/conversation.ts';
import { textOf } from '#tests/fixtures/read-answer.ts';
import { emptyTables } from '#tests/setup/database.ts';

let ada: TestCaller;
let conversation: Conversation;
let question: string;

beforeAll(() => {
  Object.assign(process.env, { SANDBOX: 'true', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
});

beforeEach(async () => {
  await emptyTables();
  await createModel();
  ada = await makeCaller();
  conversation = await makeConversation(ada.userId, { title: 'Rivers' });
  const make = messageMaker(conversation);
  question = await make({ text: 'Which is the longest?' });
  await make({ reply: true, text: 'The Nile.' });
});

type Given = [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  params: Record<string, string>,
  body?: unknown,
  query?: string,
];

async function call(who: TestCaller, endpoint: Endpoint, [method, params, body, query = '']: Given) {
  const route = apiRoute({ [method]: endpoint });
  const args = who.json(method, `/api/call${query}`, params, body);
  const answer = await (method === 'GET' ? route.loader : route.action)(args);
  const text = await textOf(answer);
  return {
    status: answer.status,
    headers: answer.headers,
    body: text === '' ? null : (JSON.parse(text) as unknown),
  };
}

describe('the calls of the spec', () => {
  it('GET /api/messages returns a list with the fields of the spec', async () => {
    const params = { conversationId: conversation.id };
    const { status, body } = await call(ada, messages.listMessagesCall, ['GET', params]);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      {
        messageId: question,
        conversationId: conversation.id,
        text: 'Which is the longest?',
        isCreatedByUser: true,
        error: false,
        unfinished: false,
      },
      {
        parentMessageId: question,
        text: 'The Nile.',
        isCreatedByUser: false,
        finish_reason: 'stop',
        model: conversation.model,
      },
    ]);
    const first = await call(ada, messages.listMessagesCall, ['GET', params, undefined, '?limit=1']);
    expect(first.body).toHaveLength(1);
    expect(first.headers.get('link')).toBe(`</api/messages/${conversation.id}?after=1&limit=1>; rel="next"`);
  });

  it('PUT /api/messages changes a text', async () => {
    const params = { conversationId: conversation.id, messageId: question };
    const { body } = await call(ada, messages.editMessageCall, [
      'PUT',
      params,
      { text: 'Which is the widest?' },
    ]);
    expect(body).toMatchObject({ messageId: question, text: 'Which is the widest?', isEdited: true });
  });

  it('GET /api/convos lists; one is read, renamed and deleted', async () => {
    const params = { conversationId: conversation.id };
    expect((await call(ada, convos.listCall, ['GET', {}])).body).toMatchObject({
      conversations: [
        { conversationId: conversation.id, title: 'Rivers', endpoint: 'openAI', user: ada.userId },
      ],
      nextCursor: null,
    });
    expect(
      (await call(ada, convos.changeCall, ['PATCH', params, { title: 'Long rivers' }])).body,
    ).toMatchObject({ title: 'Long rivers' });
    expect((await call(ada, convos.readCall, ['GET', params])).body).toMatchObject({
      title: 'Long rivers',
      pinned: false,
    });
    const place = { pinned: true, archived: false };
    expect((await call(ada, convos.changeCall, ['PATCH', params, place])).body).toMatchObject({
      title: 'Long rivers',
      ...place,
    });
    expect((await call(ada, convos.deleteCall, ['DELETE', params])).status).toBe(204);
    expect((await call(ada, convos.readCall, ['GET', params])).status).toBe(404);
  });

  it('POST /api/convos/clear takes {arg} and deletes all', async () => {
    const { body } = await call(ada, convos.clearCall, ['POST', {}, { arg: {} }]);
    expect(body).toEqual({ deletedCount: 1 });
    expect((await call(ada, convos.listCall, ['GET', {}])).body).toMatchObject({ conversations: [] });
  });

  it('POST /api/quote counts the history, and writes nothing', async () => {
    const ask = (conversationId: string | null) =>
      call(ada, composer.quoteCall, [
        'POST',
        {},
        { conversationId, parentMessageId: null, text: 'And in Asia?', model: TEST_MODEL },
      ]);
    const alone = (await ask(null)).body as { inputTokens: number };
    const within = (await ask(conversation.id)).body as { inputTokens: number };
    expect(within.inputTokens).toBeGreaterThan(alone.inputTokens);
    expect(
      (await call(ada, messages.listMessagesCall, ['GET', { conversationId: conversation.id }])).body,
    ).toHaveLength(2);
  });
});

describe('bad input', () => {
  it.each([
    ['text of a wrong type', messages.editMessageCall, { text: 7 }, 'text'],
    ['text without content', messages.editMessageCall, { text: '  ' }, 'text'],
    ['a title that is missing', convos.changeCall, {}, 'title'],
    ['an empty title', convos.changeCall, { title: ' ' }, 'title'],
    ['a draft without text', composer.saveDraftCall, {}, 'text'],
    [
      'a quote without a model',
      composer.quoteCall,
      { conversationId: null, parentMessageId: null, text: 'x' },
      'model',
    ],
  ])('%s is refused and named', async (_what, endpoint, body, param) => {
    const params = { conversationId: conversation.id, messageId: question, conversationKey: 'new' };
    const answer = await call(ada, endpoint, ['POST', params, body]);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request', param } } });
  });
});

describe('records of another user', () => {
  const target = (): Record<string, string> => ({
    conversationId: conversation.id,
    messageId: question,
    conversationKey: conversation.id,
  });
  const CALLS: [string, Endpoint, Given[0], unknown?][] = [
    ['the messages', messages.listMessagesCall, 'GET'],
    ['a message', messages.editMessageCall, 'PUT', { text: 'x' }],
    ['a conversation', convos.readCall, 'GET'],
    ['its title', convos.changeCall, 'PATCH', { title: 'x' }],
    ['its end', convos.deleteCall, 'DELETE'],
    ['its draft', composer.saveDraftCall, 'PUT', { text: 'x' }],
  ];

  it.each(CALLS)(
    '%s: 404 for a stranger, for an unknown id and for no id at all',
    async (_what, endpoint, method, body) => {
      const eve = await makeCaller();
      const unknown = { conversationId: newId(), messageId: newId(), conversationKey: newId() };
      const nonsense = { conversationId: '../etc', messageId: '%00', conversationKey: 'x' };
      expect((await call(eve, endpoint, [method, target(), body])).status).toBe(404);
      expect((await call(ada, endpoint, [method, unknown, body])).status).toBe(404);
      expect((await call(ada, endpoint, [method, nonsense, body])).status).toBe(404);
    },
  );

  it('includes branches and quotes', async () => {
    const eve = await makeCaller();
    const branch = await call(eve, convos.branchCall, ['POST', target(), { messageId: question }]);
    const quote = {
      conversationId: conversation.id,
      parentMessageId: question,
      text: 'x',
      model: TEST_MODEL,
    };
    expect([branch.status, (await call(eve, composer.quoteCall, ['POST', {}, quote])).status]).toEqual([
      404, 404,
    ]);
  });
});

describe('the calls of the trash', () => {
  it('list, restore and delete messages and chats', async () => {
    const { id } = conversation;
    const at = { conversationId: id, messageId: question };
    const removed = await call(ada, trash.deleteMessageCall, ['DELETE', at, undefined, '?scope=message']);
    const { trashId } = removed.body as { trashId: string };
    expect(removed.body).toEqual({ trashId, isWholeChat: false });
    await call(ada, convos.deleteCall, ['DELETE', { conversationId: id }]);
    const list = () => call(ada, trash.listTrashCall, ['GET', {}]);
    expect((await list()).body).toMatchObject({
      entries: [
        { id, kind: 'chat', title: 'Rivers', excerpt: null },
        { id: trashId, kind: 'message', title: 'Rivers', excerpt: 'Which is the longest?' },
      ],
      nextCursor: null,
    });
    const restore = (one: string) => call(ada, trash.restoreCall, ['POST', { trashId: one }]);
    expect(await restore(trashId)).toMatchObject({
      status: 409,
      body: { error: { param: 'conversationId' } },
    });
    expect((await restore(id)).body).toEqual({ conversationId: id, messageId: null });
    expect((await restore(trashId)).body).toEqual({ conversationId: id, messageId: question });
    expect((await restore(trashId)).status).toBe(404);
    await call(ada, convos.deleteCall, ['DELETE', { conversationId: id }]);
    const eve = await makeCaller();
    expect((await call(eve, trash.deleteTrashedCall, ['DELETE', { trashId: id }])).status).toBe(404);
    expect((await call(ada, trash.deleteTrashedCall, ['DELETE', { trashId: id }])).status).toBe(204);
    await makeConversation(ada.userId);
    await call(ada, convos.clearCall, ['POST', {}, {}]);
    expect((await call(ada, trash.clearTrashCall, ['POST', {}])).body).toEqual({ deletedCount: 1 });
    expect((await list()).body).toMatchObject({ entries: [] });
  });
});
