import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { hearFinal, type FinalEvent } from '#tests/fixtures/chat-answer.ts';
import { readSse } from '#tests/setup/read-sse.ts';
import { useApi } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi();

const MODEL = 'sandbox/messages';

beforeEach(async () => {
  const offers = [{ provider: 'sandbox-messages', upstreamModel: 'sandbox-haiku-4-5' }];
  await createModel({ id: MODEL, endpoint: 'anthropic', offers });
  const newer = [{ provider: 'sandbox-messages', upstreamModel: 'sandbox-opus-5-5' }];
  await createModel({ id: `${MODEL}-thinking`, endpoint: 'anthropic', offers: newer });
});

async function newCaller() {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const call = api.as(userId);
  return (path: string, body: object) => call(path, jsonPost({ model: MODEL, ...body }));
}

/** The provider's requests for replies; titles have a limit of their own. */
const providerRequests = () =>
  engine
    .sandbox()
    .requests()
    .filter(({ path }) => path === '/v1/messages')
    .map(({ body }) => body as { max_tokens: number })
    .filter((body) => body.max_tokens > 64);

describe('the anthropic endpoint', () => {
  it('answers over the Messages wire, with the options of the endpoint', async () => {
    const post = await newCaller();
    const options = { temperature: 1, topP: 0.7, topK: 5, maxOutputTokens: 900, promptPrefix: 'Be brief.' };
    const { conversation, responseMessage } = await hearFinal(
      await post('/api/ask/anthropic', {
        text: 'Rivers [[sandbox: text="They flow."]]',
        ...options,
        modelLabel: 'Ada',
      }),
    );
    expect(responseMessage).toMatchObject({
      text: 'They flow.',
      sender: 'Ada',
      endpoint: 'anthropic',
      error: false,
    });
    expect(Number(responseMessage.costMicro)).toBeGreaterThan(0);
    expect(conversation).toMatchObject({ endpoint: 'anthropic', model: MODEL });
    expect(providerRequests()).toMatchObject([
      {
        model: 'sandbox-haiku-4-5',
        max_tokens: 900,
        top_p: 0.7,
        top_k: 5,
        system: [{ text: 'Be brief.' }],
      },
    ]);
  });

  it('sends the default values of the spec, and is called Anthropic', async () => {
    const post = await newCaller();
    const { responseMessage } = await hearFinal(
      await post('/api/ask/anthropic', { text: 'Hi [[sandbox: length=5]]' }),
    );
    expect(responseMessage.sender).toBe('Anthropic');
    expect(providerRequests()).toMatchObject([{ max_tokens: 4000, top_p: 0.7, top_k: 5 }]);
  });

  it('obeys the sender’s options, with defaults for the others', async () => {
    const post = await newCaller();
    await hearFinal(await post('/api/ask/anthropic', { text: 'Hi [[sandbox: length=5]]', topK: 7 }));
    await hearFinal(await post('/api/ask/anthropic', { text: 'Hi [[sandbox: length=5]]', topP: 0.2 }));
    expect(providerRequests()).toMatchObject([
      { top_p: 0.7, top_k: 7 },
      { top_p: 0.2, top_k: 5 },
    ]);
  });

  it('replaces a message and continues a reply by /api/edit, with either kind of model', async () => {
    const post = await newCaller();
    const first = await hearFinal(
      await post('/api/ask/anthropic', { text: 'One [[sandbox: text="Begun"]]' }),
    );
    const { conversationId } = first.conversation;
    const edited = await hearFinal(
      await post('/api/edit/anthropic', {
        conversationId,
        text: 'Two [[sandbox: text="Anew" finish=length]]',
        parentMessageId: first.requestMessage.parentMessageId,
      }),
    );
    expect(edited.responseMessage.text).toBe('Anew');
    const responseMessageId = edited.responseMessage.messageId;
    for (const model of [MODEL, `${MODEL}-thinking`]) {
      const longer = await hearFinal(
        await post('/api/edit/anthropic', { conversationId, responseMessageId, model }),
      );
      expect(longer.responseMessage).toMatchObject({ messageId: responseMessageId, error: false });
      expect(longer.responseMessage.text).toMatch(/^Anew(Anew)+$/);
    }
  });

  it('stops by abort, and the provider is notified', async () => {
    const post = await newCaller();
    const response = await post('/api/ask/anthropic', {
      text: 'Long [[sandbox: length=60 gate=held hold=20]]',
    });
    let stopped: Promise<Response> | undefined;
    let final: FinalEvent | undefined;
    for await (const { data } of readSse(response)) {
      if (data.message === true && !stopped) {
        stopped = post('/api/ask/anthropic/abort', { abortKey: data.conversationId });
      }
      if (data.final === true) final = data as unknown as FinalEvent;
    }
    expect((await stopped)?.status).toBe(200);
    expect(final?.responseMessage).toMatchObject({ finish_reason: 'incomplete', error: false });
    await expect.poll(() => engine.sandbox().requests()[0]?.closedAt).toBeGreaterThan(0);
  });

  it('refuses options out of bounds by the field, and models of another endpoint', async () => {
    const post = await newCaller();
    const wrong = [
      [{ temperature: 1.1 }, 'temperature'],
      [{ topP: 2 }, 'topP'],
      [{ topK: 41 }, 'topK'],
      [{ topK: 0 }, 'topK'],
      [{ maxOutputTokens: 4001 }, 'maxOutputTokens'],
      [{ maxOutputTokens: 0 }, 'maxOutputTokens'],
      [{ promptPrefix: 5 }, 'promptPrefix'],
    ] as const;
    for (const [options, param] of wrong) {
      const response = await post('/api/ask/anthropic', { text: 'x', ...options });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { param } });
    }
    const stranger = await post('/api/ask/anthropic', { text: 'x', model: 'sandbox/small' });
    expect(stranger.status).toBe(404);
    expect(providerRequests()).toEqual([]);
  });
});
