import { beforeEach, describe, expect, it } from 'vitest';
import { quoteMessage } from '#app/core/generation/plan/message.ts';
import { redis } from '#app/core/platform/redis.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { cpuSeconds } from '#tests/fixtures/process-usage.ts';
import { useApi, useApiBeside } from '#tests/setup/api.ts';
import { useEngine } from '#tests/setup/engine.ts';

useEngine();
const api = useApi();

const strict = useApiBeside({ LIMIT_QUOTES: '1', LIMIT_QUOTES_WINDOW: '3600', LIMIT_BAN_SCORE: '0' });
beforeEach(() => redis().flushDb());

/** Unknown words, in which nearly every letter is a token: the most work for a body of this size. */
function noise(size: number): string {
  let state = 12_345;
  let text = '';
  while (text.length < size) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    text += String.fromCodePoint(0x4e00 + ((state >> 8) % 20_000));
  }
  return text;
}

describe('calls that only count tokens', () => {
  const messages = [{ role: 'user', content: 'Hello' }];

  it.each([
    ['/api/quote', { conversationId: null, parentMessageId: null, text: 'Hello', model: TEST_MODEL }],
    ['/api/tokenizer', { arg: 'Hello' }],
  ])('have a limit of their own at %s, before their body is parsed', async (path, body) => {
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    const call = strict.as(userId);
    expect((await call(path, jsonPost(body))).status).toBe(200);
    const refused = await call(path, jsonPost({ neither: 'this', nor: 'that' }));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('have one at the public API, separate from that of its calls', async () => {
    const { value } = await createKey();
    const authorization = `Bearer ${value}`;
    const ask = (path: string) =>
      fetch(
        `${strict.origin()}/api/v1${path}`,
        jsonPost({ model: TEST_MODEL, messages }, { headers: { authorization } }),
      );
    expect((await ask('/quote')).status).toBe(200);
    const refused = await ask('/quote');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      error: { code: 'message_limit', type: 'rate_limit_error' },
    });
    expect((await ask('/chat/completions')).status).toBe(200);
  });
});

/** A request of which only half of the body was sent. */
function halfSent(call: (path: string, init: RequestInit) => Promise<Response>, path: string, body: object) {
  const json = JSON.stringify(body);
  const half = Math.floor(json.length / 2);
  let rest: () => void = () => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from(json.slice(0, half)));
      rest = () => {
        controller.enqueue(Buffer.from(json.slice(half)));
        controller.close();
      };
    },
  });
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit;
  return { answer: call(path, init), sendRest: () => rest() };
}

/**
 * The number of texts of an account that were admitted for counting, in this time window and the previous
 * one.
 */
async function countedOf(userId: string): Promise<number> {
  const counts = await redis().hmGet(`calls:quote:user:${userId}`, ['current', 'before']);
  return counts.reduce((sum, count) => sum + Number(count ?? 0), 0);
}

it('an account may count a limited number of texts at a time, and is told when to retry', async () => {
  const { userId, value } = await createKey();
  const asBrowser = api.as(userId);
  const asClient = (path: string, init: RequestInit) =>
    fetch(api.origin() + path, {
      ...init,
      headers: { ...(init.headers as object), authorization: `Bearer ${value}` },
    });
  const messages = [{ role: 'user', content: 'Hello' }];
  const quote = { conversationId: null, parentMessageId: null, text: 'Hello', model: TEST_MODEL };
  const ways = [
    { call: asBrowser, path: '/api/tokenizer', body: { arg: 'Hello' } },
    { call: asBrowser, path: '/api/quote', body: quote },
    { call: asClient, path: '/api/v1/quote', body: { model: TEST_MODEL, messages } },
  ];
  // One more than the limit.
  const begun = Array.from({ length: 33 }, (_, place) => {
    const { call, path, body } = ways[place % ways.length]!;
    return halfSent(call, path, body);
  });
  await expect.poll(() => countedOf(userId)).toBe(begun.length);
  const ask = ({ call, path, body }: (typeof ways)[number]) => call(path, jsonPost(body));
  for (const answer of await Promise.all(ways.map(ask))) {
    expect(answer.status).toBe(429);
    expect(await answer.json()).toMatchObject({ error: { code: 'concurrent', type: 'rate_limit_error' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  for (const { sendRest } of begun) sendRest();
  const statuses = await Promise.all(begun.map(async ({ answer }) => (await answer).status));
  expect(statuses.toSorted((one, other) => one - other)).toEqual([
    ...Array.from({ length: 32 }, () => 200),
    429,
  ]);
  for (const way of ways) await expect.poll(async () => (await ask(way)).status).toBe(200);
});

describe('a text that exceeds every context window of the model', () => {
  const text = noise(2_000_000);

  it.each(['/quote', '/chat/completions'])(
    'is refused by %s without being counted to its end',
    async (path) => {
      const { value } = await createKey();
      const before = cpuSeconds(process.pid);
      const answer = await fetch(
        `${strict.origin()}/api/v1${path}`,
        jsonPost({ model: TEST_MODEL, messages: [{ role: 'user', content: text }] }, { bearer: value }),
      );
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        error: { code: 'context_length_exceeded', param: 'messages' },
      });
      // A context window of 128,000 tokens takes half a second; all of the text ten times as long.
      expect(cpuSeconds(process.pid) - before).toBeLessThan(8);
    },
  );

  it('is refused by the chat, naming the field', async () => {
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    const before = cpuSeconds(process.pid);
    const answer = await strict.as(userId)(
      '/api/ask/openAI',
      jsonPost({ model: TEST_MODEL, text: text.slice(0, 1_200_000) }),
    );
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'context_length', param: 'text' } });
    expect(cpuSeconds(process.pid) - before).toBeLessThan(4);
  });
});

it('the text of a client that has left is not counted', async () => {
  const { userId } = await createAccount();
  await expect(quoteMessage(chatSend(userId, 'Hello'), AbortSignal.abort(new Error('gone')))).rejects.toThrow(
    'gone',
  );
});
