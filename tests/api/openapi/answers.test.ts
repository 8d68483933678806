import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { createImageModel } from '#tests/factories/create-image-model.ts';
import { createVideoModel, VIDEO_MODEL } from '#tests/factories/video-call.ts';
import { PIXEL_URL } from '#tests/fixtures/pixel.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';
import { checkerOf, readDocument } from './document.ts';

useEngine();
const api = useApi();
let check: ReturnType<typeof checkerOf>;
beforeAll(async () => {
  check = checkerOf(await readDocument(api.origin()));
});

const EMBEDDER = 'sandbox/vectors';
const says = (content: string) => ({ model: TEST_MODEL, messages: [{ role: 'user', content }] });

const NAMED = { 'idempotency-key': 'one' };
const PLAIN = { 'content-type': 'text/plain' };
const SEEN = {
  model: TEST_MODEL,
  messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: PIXEL_URL } }] }],
};

async function caller() {
  const owner = await createKey();
  return async (path: string, body?: unknown, key = owner.value, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${api.origin()}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as { id: string } };
  };
}

describe('the document’s description of answers', () => {
  it.each([
    ['words', says('[[sandbox: text="Hello"]]')],
    ['thoughts', says('[[sandbox: text="Hello" thinking="Let me see"]]')],
    ['several choices', { ...says('[[sandbox: text="Hello"]]'), n: 2 }],
    [
      'a call of a tool',
      {
        ...says('[[sandbox: finish=tool_calls tool=look]]'),
        tools: [
          { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } },
        ],
        tool_choice: { type: 'function', function: { name: 'look' } },
      },
    ],
  ])('matches a completion with %s, its receipt and its stream', async (_, body) => {
    const ask = await caller();
    const answer = await ask('/chat/completions', body);
    expect(check('createChatCompletion', answer.status, answer.body)).toEqual([]);
    const receipt = await ask(`/generation?id=${answer.body.id}`);
    expect(check('getGeneration', receipt.status, receipt.body)).toEqual([]);
    const owner = await createKey();
    const stream = await fetch(`${api.origin()}/api/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.value}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, stream: true, stream_options: { include_usage: true } }),
    });
    let events = 0;
    for (const [, data] of (await stream.text()).matchAll(/^data: (\{.*)$/gm)) {
      events += 1;
      expect(check('createChatCompletion', 200, JSON.parse(data ?? ''), 'text/event-stream')).toEqual([]);
    }
    expect(events).toBeGreaterThan(2);
  });

  it('matches messages, their stream, a count, and a text completion and its stream', async () => {
    const ask = await caller();
    const body = { ...says('[[sandbox: text="Hello"]]'), max_tokens: 50 };
    const text = { model: TEST_MODEL, prompt: '[[sandbox: text="Hello"]]' };
    const tools = [{ name: 'look', input_schema: { type: 'object' } }];
    const call = { ...says('[[sandbox: tool=look]]'), max_tokens: 50, tools };
    const answers = [
      ['createMessage', 200, await ask('/messages', body)],
      ['createMessage', 200, await ask('/messages', call)],
      ['createMessage', 400, await ask('/messages', says('x'))],
      ['createMessage', 400, await ask('/messages', { ...body, thread: { type: 'create' } })],
      ['createMessage', 401, await ask('/messages', body, 'sk-par-wrong')],
      ['createMessage', 404, await ask('/messages', { ...body, model: 'no/such' })],
      ['createMessage', 529, await ask('/messages', { ...body, ...says('[[sandbox: fault=500]]') })],
      ['countMessageTokens', 200, await ask('/messages/count_tokens', says('x'))],
      ['countMessageTokens', 404, await ask('/messages/count_tokens', { ...body, model: 'no/such' })],
      ['createCompletion', 200, await ask('/completions', text)],
      ['createCompletion', 400, await ask('/completions', { ...text, echo: true })],
    ] as const;
    for (const [operation, status, answer] of answers)
      expect({ status: answer.status, problems: check(operation, answer.status, answer.body) }).toEqual({
        status,
        problems: [],
      });
    const { value } = await createKey();
    for (const [operation, path, given] of [
      ['createMessage', '/messages', call],
      ['createCompletion', '/completions', { ...text, stream_options: { include_usage: true } }],
    ] as const) {
      const stream = await fetch(`${api.origin()}/api/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${value}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...given, stream: true }),
      });
      const events = [...(await stream.text()).matchAll(/^data: (\{.*)$/gm)];
      expect(events.length).toBeGreaterThan(2);
      for (const [, data = ''] of events)
        expect(check(operation, 200, JSON.parse(data), 'text/event-stream')).toEqual([]);
    }
  });

  it.each(['float', 'base64'])('matches vectors as %s', async (encoding) => {
    await createModel({
      id: EMBEDDER,
      supports: ['text-to-embedding'],
      capabilities: [],
      contextTokens: 8192,
      offers: [{ provider: 'sandbox', upstreamModel: 'sandbox-embedding' }],
    });
    await vi.waitFor(
      async () => expect((await fetch(`${api.origin()}/api/v1/models/${EMBEDDER}`)).ok).toBe(true),
      20_000,
    );
    const answer = await (
      await caller()
    )('/embeddings', {
      model: EMBEDDER,
      input: ['one', 'two'],
      encoding_format: encoding,
    });
    expect(check('createEmbeddings', answer.status, answer.body)).toEqual([]);
  });

  it('matches images, unstreamed and with previews, their receipt and a quote', async () => {
    await createImageModel();
    await vi.waitFor(
      async () => expect((await fetch(`${api.origin()}/api/v1/models/sandbox/picture`)).ok).toBe(true),
      20_000,
    );
    const ask = await caller();
    const body = { model: 'sandbox/picture', prompt: 'A fox [[sandbox: delay=0 pace=1]]', quality: 'low' };
    const answer = await ask('/images/generations', body);
    expect(check('createImage', answer.status, answer.body)).toEqual([]);
    const receipt = await ask(`/generation?id=${answer.headers.get('x-generation-id')}`);
    expect(check('getGeneration', receipt.status, receipt.body)).toEqual([]);
    const quote = await ask('/quote', body);
    expect(check('createQuote', quote.status, quote.body)).toEqual([]);
    const owner = await createKey();
    const stream = await fetch(`${api.origin()}/api/v1/images/generations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.value}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, stream: true, partial_images: 1 }),
    });
    const events = [...(await stream.text()).matchAll(/^data: (\{.*)$/gm)];
    expect(events).toHaveLength(2);
    for (const [, data = ''] of events)
      expect(check('createImage', 200, JSON.parse(data), 'text/event-stream')).toEqual([]);
  });

  it('matches a video, from its order to its end', async () => {
    await createVideoModel();
    await vi.waitFor(
      async () => expect((await fetch(`${api.origin()}/api/v1/models/${VIDEO_MODEL}`)).ok).toBe(true),
      20_000,
    );
    const owner = await createKey();
    const at = `${api.origin()}/api/v1/videos`;
    const headers = { authorization: `Bearer ${owner.value}`, 'content-type': 'application/json' };
    const read = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(at + path, { headers, ...init });
      return { status: answer.status, body: (await answer.json()) as { id: string; status: string } };
    };
    const order = (prompt: string) =>
      read('', {
        method: 'POST',
        body: JSON.stringify({ model: VIDEO_MODEL, prompt, seconds: 4, size: '1280x720' }),
      });
    const ordered = await order('A fox [[sandbox: delay=0]]');
    expect(check('createVideo', ordered.status, ordered.body)).toEqual([]);
    const one = `/${ordered.body.id}`;
    await vi.waitUntil(async () => (await read(one)).body.status === 'completed', {
      timeout: 20_000,
      interval: 50,
    });
    const failed = await order('A fox [[sandbox: fault=filter]]');
    await vi.waitUntil(async () => (await read(`/${failed.body.id}`)).body.status === 'failed', {
      timeout: 20_000,
      interval: 50,
    });
    const early = await order('A fox [[sandbox: delay=60000]]');
    const answers = [
      ['getVideo', await read(one)],
      ['getVideo', await read(`/${failed.body.id}`)],
      ['getVideo', await read(`/${early.body.id}`)],
      ['getVideo', await read('/video_1')],
      ['listVideos', await read('?limit=2')],
      ['getVideoContent', await read(`/${early.body.id}/content`)],
      ['deleteVideo', await read(one, { method: 'DELETE' })],
    ] as const;
    for (const [operation, { status, body }] of answers)
      expect({ operation, status, problems: check(operation, status, body) }).toEqual({
        operation,
        status,
        problems: [],
      });
    expect(answers.map(([, { status }]) => status)).toEqual([200, 200, 200, 404, 200, 409, 200]);
  });

  it('matches models, their providers, the balance, the key and a quote', async () => {
    const ask = await caller();
    const answers = [
      ['listModels', await ask('/models')],
      ['getModel', await ask(`/models/${TEST_MODEL}`)],
      ['getModel', await ask('/models/parlance/auto')],
      ['listModelEndpoints', await ask(`/models/${TEST_MODEL}/endpoints`)],
      ['getCredits', await ask('/credits')],
      ['getKey', await ask('/key')],
      ['createQuote', await ask('/quote', says('Hello'))],
    ] as const;
    for (const [operation, { status, body }] of answers)
      expect({ operation, status, problems: check(operation, status, body) }).toEqual({
        operation,
        status: 200,
        problems: [],
      });
  });

  it('matches errors', async () => {
    const ask = await caller();
    const poor = await createKey({ creditMicro: 0n });
    const bound = await createKey({ models: ['other/model'] });
    await ask('/chat/completions', says('[[sandbox: text="Hello"]]'), undefined, NAMED);
    const answers = [
      ['createChatCompletion', 400, await ask('/chat/completions', { ...says('x'), temperature: 9 })],
      ['createChatCompletion', 401, await ask('/chat/completions', says('x'), 'sk-par-wrong')],
      ['createChatCompletion', 402, await ask('/chat/completions', says('x'), poor.value)],
      ['createChatCompletion', 404, await ask('/chat/completions', { ...says('x'), model: 'no/such' })],
      ['createChatCompletion', 400, await ask('/chat/completions', says('[[sandbox: fault=400]]'))],
      ['createChatCompletion', 502, await ask('/chat/completions', says('[[sandbox: fault=500]]'))],
      ['getModel', 404, await ask('/models/no/such')],
      ['getGeneration', 404, await ask('/generation?id=nothing')],
      ['getGeneration', 400, await ask('/generation')],
      ['createQuote', 400, await ask('/quote', {})],
      ['createQuote', 413, await ask('/quote', { ...says('x'), user: 'x'.repeat(21 * 1024 * 1024) })],
      ['createChatCompletion', 403, await ask('/chat/completions', says('x'), bound.value)],
      ['createChatCompletion', 409, await ask('/chat/completions', says('y'), undefined, NAMED)],
      ['createChatCompletion', 415, await ask('/chat/completions', says('x'), undefined, PLAIN)],
      ['createChatCompletion', 422, await ask('/chat/completions', SEEN)],
      ['createChatCompletion', 429, await ask('/chat/completions', says('[[sandbox: fault=429]]'))],
      ['createEmbeddings', 404, await ask('/embeddings', { model: 'no/such', input: 'x' })],
      ['getCredits', 401, await ask('/credits', undefined, 'sk-par-wrong')],
      ['getKey', 405, await ask('/key', {})],
      ['listModels', 405, await ask('/models', {})],
    ] as const;
    for (const [operation, status, answer] of answers)
      expect({
        operation,
        status: answer.status,
        problems: check(operation, answer.status, answer.body),
      }).toEqual({
        operation,
        status,
        problems: [],
      });
  });

  it('control: finds a field that is not described, and one that is missing', async () => {
    const { body } = await (await caller())('/key');
    expect(check('getKey', 200, { ...body, secret: 1 }).join()).toContain('additional');
    const { id: _id, ...rest } = body;
    expect(check('getKey', 200, rest).join()).toContain('required');
  });
});
