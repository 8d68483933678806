import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { hearFinal, readEvents, type FinalEvent } from '#tests/fixtures/chat-answer.ts';
import { chargedFor } from '#tests/fixtures/charged-for.ts';
import { jsonPost, postJson } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { readSse } from '#tests/setup/read-sse.ts';
import { useApi } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi();

const MODEL = 'sandbox/text-davinci-002-render-sha';
const TEXT = 'Rivers [[sandbox: text="They flow."]]';

beforeEach(async () => {
  const offers = [{ provider: 'sandbox-chatgpt' }];
  await createModel({ id: MODEL, endpoint: 'chatGPTBrowser', contextTokens: 8_192, offers });
});

async function newCaller() {
  const { userId } = await createAccount({ creditMicro: 10_000_000n });
  const call = api.as(userId);
  const post = (path: string, body: object) => call(path, jsonPost(body));
  return { post, ask: (body: object) => post('/api/ask/chatGPTBrowser', { text: TEXT, ...body }) };
}

interface Question {
  history_and_training_disabled: boolean;
  messages: { content: { parts: string[] } }[];
}

/** The provider's questions, without those for titles. */
const sentQuestions = () =>
  engine
    .sandbox()
    .requests()
    .filter(({ path }) => path === '/backend-api/conversation')
    .map(({ body }) => body as Question)
    .filter((question) => !JSON.stringify(question).includes('Write a title'));

describe('the endpoint chatGPTBrowser', () => {
  it('answers without a model name, and charges our count', async () => {
    const { ask } = await newCaller();
    const { conversation, responseMessage } = await hearFinal(await ask({}));
    expect(responseMessage).toMatchObject({
      text: 'They flow.',
      sender: 'ChatGPT',
      endpoint: 'chatGPTBrowser',
      finish_reason: 'stop',
      error: false,
    });
    expect(conversation).toMatchObject({ model: MODEL });
    expect(sentQuestions()).toMatchObject([
      { history_and_training_disabled: true, messages: [{ content: { parts: [TEXT] } }] },
    ]);
    expect(await chargedFor(responseMessage)).toMatchObject({ source: 'counted', completionTokens: 3 });
  });

  it('includes the previous messages in its question, and begins a conversation each time', async () => {
    const { ask } = await newCaller();
    const first = await hearFinal(await ask({}));
    const { conversationId } = first.conversation;
    await hearFinal(await ask({ conversationId, parentMessageId: first.responseMessage.messageId }));
    const [, question] = sentQuestions();
    expect(question).not.toHaveProperty('conversation_id');
    expect(question?.messages[0]?.content.parts).toEqual([
      `[user](#message)\n${TEXT}\n\n[assistant](#message)\nThey flow.\n\n[user](#message)\n${TEXT}`,
    ]);
  });

  it('gives the reason of its end, and errors', async () => {
    const { ask } = await newCaller();
    const long = await hearFinal(await ask({ text: 'Long [[sandbox: length=20 finish=length]]' }));
    expect(long.responseMessage.finish_reason).toBe('length');
    const failing = [
      ['length=50 fault=cut after=10', 'provider_cut'],
      ['fault=401', 'invalid_api_key'],
      ['fault=413', 'context_length'],
    ];
    for (const [directive, code] of failing) {
      const last = (await readEvents(await ask({ text: `No [[sandbox: ${directive}]]` }))).at(-1)!;
      expect(last).toMatchObject({ event: 'error', data: { code } });
    }
  });

  it('stops by abort, and the service is notified', async () => {
    const { post, ask } = await newCaller();
    const response = await ask({ text: 'Long [[sandbox: length=60 gate=held hold=20]]' });
    let stopped: Promise<Response> | undefined;
    let final: FinalEvent | undefined;
    for await (const { data } of readSse(response)) {
      if (data.message === true && !stopped)
        stopped = post('/api/ask/chatGPTBrowser/abort', { abortKey: data.conversationId });
      if (data.final === true) final = data as unknown as FinalEvent;
    }
    expect((await stopped)?.status).toBe(200);
    expect(final?.responseMessage).toMatchObject({ finish_reason: 'incomplete', error: false });
    await expect.poll(() => engine.sandbox().requests()[0]?.closedAt).toBeGreaterThan(0);
  });

  it.each([1, 1000])('ends at a caller’s length limit, also with %i tokens per event', async (chunk) => {
    const { value: bearer } = await createKey();
    const messages = [{ role: 'user', content: `Long [[sandbox: length=100 chunk=${chunk}]]` }];
    const body = { model: MODEL, messages, max_tokens: 40 };
    const response = await postJson(`${api.origin()}/api/v1/chat/completions`, body, { bearer });
    const answer = (await response.json()) as {
      choices: { finish_reason: string }[];
      usage: { completion_tokens: number };
    };
    expect(answer).toMatchObject({ choices: [{ finish_reason: 'length' }] });
    expect(answer.usage.completion_tokens).toBeGreaterThan(20);
    expect(answer.usage.completion_tokens).toBeLessThanOrEqual(40);
  });
});
