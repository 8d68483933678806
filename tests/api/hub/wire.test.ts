import { beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { chunksOf } from '#tests/fixtures/stream-call.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi();

let value: string;
beforeEach(async () => {
  ({ value } = await createKey());
});

const says = (content: unknown) => [{ role: 'user', content }];
const HI = { model: TEST_MODEL, messages: says('[[sandbox: text="Hi"]]') };

async function call(body: object, path = 'chat/completions') {
  const answer = await postJson(`${api.origin()}/api/v1/${path}`, body, { bearer: value });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

type Wire = Record<string, unknown> & {
  error: { message: string; code: string; param: string };
  usage: { cost: number; total_tokens: number } | null;
};
const whole = async (body: object, path?: string) => {
  const { text, ...rest } = await call(body, path);
  return { ...rest, ...(JSON.parse(text) as Wire) };
};

describe('an answer', () => {
  it('has the keys of OpenAI’s, unstreamed and in every chunk', async () => {
    expect(await whole(HI)).toMatchObject({ system_fingerprint: null, service_tier: null });
    const asked = { stream: true, stream_options: { include_usage: true } };
    const chunks = chunksOf((await call({ ...HI, ...asked })).text) as Wire[];
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks) expect(chunk).toMatchObject({ service_tier: null });
    // Strict clients refuse null for either.
    expect(chunks.some((chunk) => 'system_fingerprint' in chunk)).toBe(false);
    expect(chunks.filter((chunk) => 'usage' in chunk)).toHaveLength(1);
  });

  it('ends a stream with its usage and its cost if requested in OpenRouter’s form', async () => {
    const { text } = await call({ ...HI, stream: true, usage: { include: true } });
    const last = chunksOf(text).at(-1) as Wire;
    expect(last).toMatchObject({ choices: [], usage: { cost: expect.any(Number) as number } });
    expect(last.usage?.cost).toBeGreaterThan(0);
    expect((await whole({ ...HI, usage: { include: true } })).usage?.cost).toBe(last.usage?.cost);
    const unasked = chunksOf((await call({ ...HI, stream: true, usage: { include: false } })).text);
    expect(unasked.every((chunk) => !('usage' in chunk))).toBe(true);
  });

  it('reports the fields of its call without effect', async () => {
    const name = 'x-parlance-ignored-parameters';
    const odd = { store: true, metadata: { a: 'b' }, transforms: [], [`bad\nname`]: 1, ü: 1, user: null };
    const kept = { temperature: 1, usage: { include: true }, provider: {} };
    for (const stream of [false, true]) {
      const { headers } = await call({ ...HI, ...odd, ...kept, stream });
      expect(headers.get(name)).toBe('store, metadata, transforms, bad_name, _');
    }
    expect((await call({ ...HI, ...kept })).headers.get(name)).toBeNull();
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field_${index}`, index]));
    expect((await call({ ...HI, ...many })).headers.get(name)?.split(', ')).toHaveLength(24);
    await createModel({ id: 'sandbox/stubborn', parameters: { temperature: false } });
    await expect.poll(async () => (await call({ ...HI, model: 'sandbox/stubborn' })).status).toBe(200);
    const stubborn = await call({ ...HI, model: 'sandbox/stubborn', temperature: 1, user: 'me' });
    expect(stubborn.headers.get(name)).toBe('user, temperature');
  });
});

describe('a refusal', () => {
  it('of a prompt that is too long has the code and the text that clients look for', async () => {
    const long = 'word '.repeat(140_000);
    for (const stream of [false, true]) {
      const { status, error } = await whole({ ...HI, messages: says(long), stream });
      expect(status).toBe(400);
      expect(error).toMatchObject({ code: 'context_length_exceeded', param: 'messages' });
      expect(error.message).toMatch(
        /^This model's maximum context length is 128000 tokens\. However, your messages resulted in \d{6} tokens\. Please reduce the length of the messages\.$/,
      );
      const theirs = await whole({ ...HI, messages: says('[[sandbox: fault=context]]'), stream });
      expect(theirs).toMatchObject({
        status: 400,
        error: { code: 'context_length_exceeded', param: 'messages' },
      });
    }
    expect(engine.sandbox().requests().length).toBe(2);
  });

  const nested: [object, string][] = [
    [{ messages: [{ content: 'Hi' }] }, 'messages[0].role'],
    [
      { messages: [...says('Hi'), { role: 'assistant', tool_calls: [{ type: 'function', id: '' }] }] },
      'messages[1].tool_calls[0].id',
    ],
    [{ tools: [{ type: 'function', function: { name: 'no spaces' } }] }, 'tools[0].function.name'],
    [{ provider: { data_collection: 'deny' } }, 'provider.data_collection'],
    [{ models: [TEST_MODEL, ''] }, 'models[1]'],
    [{ model: undefined, models: ['nobody/knows', TEST_MODEL] }, 'models[0]'],
  ];
  it.each(nested)('names a nested field as OpenAI does: %j', async (fields, param) => {
    expect((await whole({ ...HI, ...fields })).error.param).toBe(param);
  });

  const impossible: [object, string][] = [
    [{ only: ['nobody'] }, 'provider.only'],
    [{ ignore: ['sandbox'] }, 'provider.ignore'],
    [{ max_price: { prompt: 0 } }, 'provider.max_price'],
    [{ order: ['nobody'], allow_fallbacks: false }, 'provider.order'],
  ];
  it.each(impossible)(
    'is the caller’s to fix if no offer meets a preference: %j',
    async (provider, param) => {
      for (const path of ['chat/completions', 'quote']) {
        const { status, headers, error } = await whole({ ...HI, provider }, path);
        expect({ status, code: error.code, param: error.param }).toEqual({
          status: 400,
          code: 'invalid_request',
          param,
        });
        expect(headers.get('x-should-retry')).toBe('false');
      }
      expect(engine.sandbox().requests()).toHaveLength(0);
    },
  );

  it('calls no provider outside of an order without fallbacks', async () => {
    const both = [{ provider: 'sandbox' }, { provider: 'sandbox-b' }];
    await createModel({ id: 'sandbox/both', offers: both });
    const body = { ...HI, model: 'sandbox/both', provider: { order: ['sandbox-b'], allow_fallbacks: false } };
    await expect.poll(async () => (await call(body)).headers.get('x-provider')).toBe('sandbox-b');
  });
});
