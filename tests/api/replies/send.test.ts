import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '#app/contracts/chat.ts';
import { newId } from '#app/core/platform/ids.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { finalOf, readEvents, type FinalEvent } from '#tests/fixtures/chat-answer.ts';
import { readSse, type ReceivedEvent } from '#tests/setup/read-sse.ts';
import { useApi } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi();

async function newCaller() {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const call = api.as(userId);
  const post = (path: string, body: unknown) => call(path, jsonPost(body));
  const ask = (body: object, path = '/api/ask/openAI') => post(path, { model: TEST_MODEL, ...body });
  return { userId, post, ask };
}

describe('POST /api/ask/openAI', () => {
  it('answers with created, the growing text and both stored messages', async () => {
    const { userId, ask } = await newCaller();
    const response = await ask({
      text: 'Rivers [[sandbox: pace=10 length=60]]',
      messageId: 'mine-1',
      conversationId: null,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch('text/event-stream');
    expect(response.headers.get('content-encoding')).toBeNull();
    const events = await readEvents(response);
    const [created] = events;
    expect(created?.data).toMatchObject({
      created: true,
      message: { clientId: 'mine-1', isCreatedByUser: true },
    });
    const promptId = (created!.data.message as ChatMessage).messageId;

    const growing = events.slice(1, -1).map(({ data }) => data);
    expect(growing.length).toBeGreaterThan(3);
    const texts = growing.map(({ text }) => text as string);
    texts.slice(1).forEach((text, index) => expect(text.startsWith(texts[index]!)).toBe(true));
    expect(growing.every(({ messageId }) => messageId === `${promptId}_`)).toBe(true);

    const final = finalOf(events);
    expect(final.final).toBe(true);
    expect(final.responseMessage).toMatchObject({
      parentMessageId: promptId,
      error: false,
      unfinished: false,
    });
    expect(final.responseMessage.text.startsWith(texts.at(-1)!)).toBe(true);
    expect(final.conversation).toMatchObject({ conversationId: created?.data.conversationId, user: userId });
    expect(final.title).toBe(final.conversation.title);
    expect(Number(final.responseMessage.costMicro)).toBeGreaterThan(0);
  });

  it('does not stop the reply when its reader leaves', async () => {
    const { ask } = await newCaller();
    const response = await ask({ text: 'Long [[sandbox: length=80 gate=left hold=20]]' });
    let replyId = '';
    for await (const { data } of readSse(response)) {
      replyId = (data.responseMessageId as string | undefined) ?? replyId;
      if (data.message === true) break;
    }
    await sandboxGate(engine.sandbox().url, 'left').open();
    await expect
      .poll(() => selectRow(AUTOCOMMIT, 'SELECT finish_reason FROM messages WHERE id = ?', [replyId]), {
        timeout: 60_000,
      })
      .toEqual({ finish_reason: 'stop' });
  });

  it('sends an error with the output before the provider failed', async () => {
    const { ask } = await newCaller();
    const events = await readEvents(await ask({ text: 'Cut [[sandbox: length=50 fault=cut after=10]]' }));
    const last = events.at(-1)!;
    expect(last.event).toBe('error');
    expect(last.data).toMatchObject({ code: 'provider_cut', error: { code: 'provider_cut' } });
    const reply = last.data.responseMessage as ChatMessage;
    expect(reply).toMatchObject({ error: true, errorCode: 'provider_cut' });
    expect(reply.text.length).toBeGreaterThan(0);
  });

  it('refuses invalid input by its field and stores nothing', async () => {
    const { post, ask } = await newCaller();
    const refusals: [Response, number, string | null][] = [
      [await post('/api/ask/openAI', '{"text": '), 400, null],
      [await ask({ text: '   ' }), 400, 'text'],
      [await ask({ text: 5 }), 400, 'text'],
      [await ask({ text: 'x', temperature: 3 }), 400, 'temperature'],
      [await ask({ text: 'x', conversationId: newId() }), 404, 'conversationId'],
      [await ask({ text: 'x', conversationId: 'nonsense' }), 404, 'conversationId'],
      [await ask({ text: 'x' }, '/api/ask/unknown'), 404, 'endpoint'],
      [
        await ask({ conversationId: newId(), isContinued: true }, '/api/edit/openAI'),
        400,
        'responseMessageId',
      ],
    ];
    for (const [response, status, param] of refusals) {
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ error: { param } });
    }
    expect(await selectRow(AUTOCOMMIT, 'SELECT COUNT(*) AS n FROM messages')).toMatchObject({ n: '0' });
  });

  it('names an unknown parent by its field', async () => {
    const { ask } = await newCaller();
    const { conversation } = finalOf(await readEvents(await ask({ text: 'Hello [[sandbox: length=5]]' })));
    const { conversationId } = conversation;
    const cases = [
      [{ text: 'x', parentMessageId: newId() }, '/api/ask/openAI', 'parentMessageId'],
      [{ overrideParentMessageId: 'nonsense' }, '/api/ask/openAI', 'overrideParentMessageId'],
      [{ responseMessageId: newId() }, '/api/edit/openAI', 'responseMessageId'],
    ] as const;
    for (const [body, path, param] of cases) {
      const response = await ask({ ...body, conversationId }, path);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { param } });
    }
  });

  it('hides the conversations of other users', async () => {
    const owner = await newCaller();
    const stranger = await newCaller();
    const final = finalOf(await readEvents(await owner.ask({ text: 'Mine [[sandbox: length=5]]' })));
    const { conversationId } = final.conversation;
    expect((await stranger.ask({ text: 'x', conversationId })).status).toBe(404);
    expect((await stranger.post('/api/ask/openAI/abort', { abortKey: conversationId })).status).toBe(404);
  });

  it('regenerates, continues and edits beside the first answer', async () => {
    const { ask } = await newCaller();
    const first = finalOf(await readEvents(await ask({ text: 'Hello [[sandbox: length=5]]' })));
    const { conversationId } = first.conversation;
    const promptId = first.requestMessage.messageId;
    const again = finalOf(
      await readEvents(await ask({ conversationId, overrideParentMessageId: promptId, text: 'ignored' })),
    );
    expect(again.responseMessage).toMatchObject({ parentMessageId: promptId });
    expect(again.responseMessage.messageId).not.toBe(first.responseMessage.messageId);

    const replyId = first.responseMessage.messageId;
    const more = finalOf(
      await readEvents(
        await ask({ conversationId, responseMessageId: replyId, isContinued: true }, '/api/edit/openAI'),
      ),
    );
    expect(more.responseMessage.messageId).toBe(replyId);
    expect(more.responseMessage.text.startsWith(first.responseMessage.text)).toBe(true);
    expect(more.responseMessage.text.length).toBeGreaterThan(first.responseMessage.text.length);

    const { parentMessageId } = first.requestMessage;
    const edited = finalOf(
      await readEvents(
        await ask({ conversationId, parentMessageId, text: 'Bye [[sandbox: length=5]]' }, '/api/edit/openAI'),
      ),
    );
    expect(edited.requestMessage).toMatchObject({ parentMessageId, text: 'Bye [[sandbox: length=5]]' });
    expect(edited.requestMessage.messageId).not.toBe(promptId);
  });
});

describe('POST /api/ask/openAI/abort', () => {
  it('answers with the stored pair, and the stream ends with the same', async () => {
    const { ask, post } = await newCaller();
    const response = await ask({ text: 'Long [[sandbox: length=60 gate=held hold=20]]' });
    let aborted: Promise<Response> | undefined;
    const events: ReceivedEvent[] = [];
    for await (const event of readSse(response)) {
      events.push(event);
      if (event.data.message === true)
        aborted ??= post('/api/ask/openAI/abort', {
          abortKey: event.data.conversationId,
          messageId: event.data.messageId,
        });
    }
    const answer = await aborted!;
    expect(answer.status).toBe(200);
    const pair = (await answer.json()) as FinalEvent;
    expect(pair.responseMessage).toMatchObject({ cancelled: true, submitting: false, error: false });
    expect(pair.responseMessage.text.length).toBeGreaterThan(0);
    expect(finalOf(events)).toMatchObject({
      final: true,
      responseMessage: { messageId: pair.responseMessage.messageId, text: pair.responseMessage.text },
    });
  });

  it('says clearly that no reply is running', async () => {
    const { ask, post } = await newCaller();
    const { conversation } = finalOf(await readEvents(await ask({ text: 'Short [[sandbox: length=3]]' })));
    const answer = await post('/api/ask/openAI/abort', { abortKey: conversation.conversationId });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ error: { code: 'conflict', param: 'abortKey' } });
    const missing = await post('/api/ask/openAI/abort', {});
    expect(missing.status).toBe(400);
    expect(await missing.json()).toMatchObject({ error: { param: 'abortKey' } });
  });
});
