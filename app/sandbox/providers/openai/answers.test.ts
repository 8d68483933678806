import OpenAI, { APIError } from 'openai';
import type { ChatCompletionCreateParamsNonStreaming as Params } from 'openai/resources/chat/completions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../start-sandbox.ts';
import { countText } from '../tokens.ts';
import { PIXEL_URL } from '#tests/fixtures/pixel.ts';

let sandbox: Sandbox;
let client: OpenAI;

beforeAll(async () => {
  sandbox = await startSandbox({ pace: 0 });
  client = new OpenAI({ apiKey: 'key', baseURL: sandbox.url, maxRetries: 0 });
});
afterAll(() => sandbox.close());

function params(content: string, more: Partial<Params> = {}): Params {
  return { model: 'sandbox-ok', messages: [{ role: 'user', content }], ...more };
}

async function failure(body: object): Promise<unknown> {
  return client.chat.completions.create(body as Params).catch((error: unknown) => error);
}

const tools: Params['tools'] = [
  { type: 'function', function: { name: 'add', parameters: { type: 'object' } } },
  { type: 'custom', custom: { name: 'note' } },
];

describe('an answer of the sandbox', () => {
  it('has as many choices as requested, whose chunks alternate', async () => {
    const stream = await client.chat.completions.create({
      ...params('[[sandbox: length=3]]', { n: 2, logprobs: true, top_logprobs: 3 }),
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    const spoken = chunks.flatMap(({ choices }) => choices).filter(({ delta }) => delta.content);
    expect(spoken.map(({ index }) => index)).toEqual([0, 1, 0, 1, 0, 1]);
    for (const { delta, logprobs } of spoken) {
      const [token] = logprobs?.content ?? [];
      expect(token?.token).toBe(delta.content);
      const likely = token?.top_logprobs.map(({ logprob }) => logprob) ?? [];
      expect(likely).toHaveLength(3);
      expect(likely).toEqual(likely.toSorted((one, other) => other - one));
      expect(likely.reduce((sum, logprob) => sum + Math.exp(logprob), 0)).toBeLessThanOrEqual(1);
    }
    expect(chunks.at(-1)?.usage?.completion_tokens).toBe(6);
  });

  it('is a refusal, JSON, or truncated as the directive says', async () => {
    const one = async (given: Params) => (await client.chat.completions.create(given)).choices[0]!;
    expect((await one(params('[[sandbox: refusal="No."]]'))).message).toMatchObject({
      content: null,
      refusal: 'No.',
    });
    const json = await one(params('JSON, please', { response_format: { type: 'json_object' } }));
    expect(JSON.parse(json.message.content!)).toEqual({ answer: expect.any(String) });
    expect(await one(params('[[sandbox: text="a b c d"]]', { stop: ' c' }))).toMatchObject({
      message: { content: 'a b' },
      finish_reason: 'stop',
    });
    expect(await one(params('[[sandbox: text="a b c d"]]', { max_completion_tokens: 2 }))).toMatchObject({
      message: { content: 'a b' },
      finish_reason: 'length',
    });
  });

  it('calls tools with arguments, and is cut in the middle of them by a limit', async () => {
    const ask = async (more: Partial<Params>) =>
      (await client.chat.completions.create(params('2+2', { tools, ...more }))).choices[0]!;
    const forced = await ask({ tool_choice: 'required' });
    expect(forced).toMatchObject({
      finish_reason: 'tool_calls',
      message: { content: null, tool_calls: [{ function: { name: 'add', arguments: '{"input":"2+2"}' } }] },
    });
    const custom = await ask({ tool_choice: { type: 'custom', custom: { name: 'note' } } });
    expect(custom.message.tool_calls).toMatchObject([
      { type: 'custom', custom: { name: 'note', input: '2+2' } },
    ]);
    const cut = await ask({ tool_choice: 'required', max_completion_tokens: 2 });
    expect(cut.finish_reason).toBe('length');
    const old = await client.chat.completions.create(
      params('2+2', { functions: [{ name: 'add' }], function_call: { name: 'add' } }),
    );
    expect(old.choices[0]).toMatchObject({
      finish_reason: 'function_call',
      message: { function_call: { name: 'add', arguments: '{"input":"2+2"}' } },
    });
  });

  it('counts images and both directions of the cache', async () => {
    const text = 'And this? [[sandbox: cached=4 written=3 text="Yes"]]';
    const picture = (detail: 'low' | 'high') => ({
      type: 'image_url' as const,
      image_url: { url: PIXEL_URL, detail },
    });
    const { usage } = await client.chat.completions.create({
      model: 'sandbox-ok',
      messages: [{ role: 'user', content: [{ type: 'text', text }, picture('low'), picture('high')] }],
    });
    const images = 85 + (85 + 170);
    expect(usage).toMatchObject({
      prompt_tokens: 3 + 3 + countText('user') + countText(text) + images,
      prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 3, image_tokens: images },
    });
  });
});

describe('a request that the sandbox refuses', () => {
  const messages = [{ role: 'user', content: 'hi' }];
  const call = { id: 'a', type: 'function', function: { name: 'add', arguments: '{}' } };
  const strict = {
    name: 'x',
    strict: true,
    schema: { type: 'object', properties: { a: {} }, required: ['a'] },
  };
  const bodies: [object, string, string | null][] = [
    [{ temperature: 'hot' }, 'temperature', 'invalid_type'],
    [{ temperature: 3 }, 'temperature', 'decimal_above_max_value'],
    [{ n: 0 }, 'n', 'decimal_below_min_value'],
    [{ stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop', 'invalid_value'],
    [{ messages: [] }, 'messages', 'array_below_min_length'],
    [
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }] },
      'messages[0].content[0].image_url.url',
      'missing_required_parameter',
    ],
    [{ messages: [{ role: 'boss', content: '' }] }, 'messages[0].role', 'invalid_value'],
    [{ top_logprobs: 2 }, 'top_logprobs', null],
    [{ stream_options: {} }, 'stream_options', null],
    [{ tool_choice: 'auto' }, 'tool_choice', null],
    [{ tools, tool_choice: { type: 'function', function: { name: 'sub' } } }, 'tool_choice', null],
    [
      { messages: [...messages, { role: 'tool', tool_call_id: 'a', content: '' }] },
      'messages.[1].role',
      null,
    ],
    [
      { messages: [...messages, { role: 'assistant', tool_calls: [call] }, ...messages] },
      'messages.[2].role',
      null,
    ],
    [{ response_format: { type: 'json_object' } }, 'messages', null],
    [{ response_format: { type: 'json_schema', json_schema: strict } }, 'response_format', null],
    [{ web_search_options: {} }, 'web_search_options', null],
    [{ modalities: ['text', 'audio'] }, 'modalities', 'invalid_value'],
    [{ temprature: 1 }, 'temprature', 'unknown_parameter'],
  ];
  it.each(bodies)('%j names its field %s', async (body, param, code) => {
    const error = await failure({ model: 'sandbox-ok', messages, ...body });
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ status: 400, type: 'invalid_request_error', param, code });
  });

  it('names a model that the sandbox does not have', async () => {
    expect(await failure({ model: 'nobody', messages })).toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
    const embedding = client.embeddings.create({ model: 'nobody', input: 'a' });
    await expect(embedding).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
    const empty = client.embeddings.create({ model: 'sandbox-embedding', input: [''] });
    await expect(empty).rejects.toMatchObject({ status: 400, param: 'input[0]' });
  });
});
