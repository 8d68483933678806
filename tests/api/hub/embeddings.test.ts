import OpenAI, { APIError } from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { readBalance } from '#app/core/ledger/balances.ts';
import { redis } from '#app/core/platform/redis.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL, type TestOffer } from '#tests/factories/create-model.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi();

const MODEL = 'sandbox/vectors';
/** One micro-dollar per token; there is no other rate. */
const PRICE = { rules: [{ rates: { input: 1_000_000n } }] };
const UPSTREAM = { upstreamModel: 'sandbox-embedding', price: PRICE };

let owner: Awaited<ReturnType<typeof createKey>>;
let client: OpenAI;
beforeEach(async () => {
  await createVectorModel(MODEL, [{ provider: 'sandbox', ...UPSTREAM }]);
  owner = await createKey();
  client = new OpenAI({ apiKey: owner.value, baseURL: `${api.origin()}/api/v1`, maxRetries: 0 });
});

function createVectorModel(id: string, offers: readonly TestOffer[]) {
  return createModel({ id, supports: ['text-to-embedding'], capabilities: [], contextTokens: 8192, offers });
}

const balance = async () => (await readBalance(AUTOCOMMIT, owner.userId)).balanceMicro;

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  postJson(`${api.origin()}/api/v1/${path}`, body, { bearer: owner.value, headers });

/** The sandbox's own answer to the same input: the vectors that must be delivered. */
async function fromSandbox(input: OpenAI.EmbeddingCreateParams['input'], dimensions?: number) {
  const direct = new OpenAI({ apiKey: 'sandbox', baseURL: engine.sandbox().url, maxRetries: 0 });
  const { data } = await direct.embeddings.create({
    model: 'sandbox-embedding',
    input,
    ...(dimensions && { dimensions }),
  });
  return data.map(({ embedding }) => embedding);
}

describe("OpenAI's official client", () => {
  it.each<[string, OpenAI.EmbeddingCreateParams['input'], number | undefined]>([
    ['a text', 'Grüß dich, دنیا 🚣🏽', undefined],
    ['texts', ['one', 'two', 'three and more'], undefined],
    ['tokens', [15339, 1917], undefined],
    ['lists of tokens', [[15339], [1917, 11]], undefined],
    ['fewer dimensions', ['one', 'two'], 64],
  ])(
    'gets the vectors of %s exactly as the provider made them, and is charged for its tokens',
    async (_name, input, dimensions) => {
      const { data: answer, response } = await client.embeddings
        .create({ model: MODEL, input, ...(dimensions && { dimensions }) })
        .withResponse();
      expect(answer).toMatchObject({ object: 'list', model: MODEL, provider: 'sandbox' });
      expect(answer.data.map(({ index }) => index)).toEqual(answer.data.map((_, place) => place));
      expect(answer.data.map(({ embedding }) => embedding)).toEqual(await fromSandbox(input, dimensions));
      expect(answer.data.every(({ embedding }) => embedding.length === (dimensions ?? 256))).toBe(true);

      const { prompt_tokens: tokens, total_tokens: total } = answer.usage;
      expect(tokens).toBeGreaterThan(0);
      expect(total).toBe(tokens);
      expect(await balance(), 'a micro-dollar a token').toBe(1_000_000n - BigInt(tokens));
      const id = response.headers.get('x-generation-id');
      const receipt = (await (
        await fetch(`${api.origin()}/api/v1/generation?id=${id}`, {
          headers: { authorization: `Bearer ${owner.value}` },
        })
      ).json()) as object;
      expect(receipt).toMatchObject({
        state: 'done',
        model: MODEL,
        provider: 'sandbox',
        usage: { prompt_tokens: tokens, completion_tokens: 0 },
        usage_source: 'provider',
        cost: { lines: [{ class: 'prompt', count: tokens }], micro: tokens },
        charged_micro: tokens,
        request_id: response.headers.get('x-request-id'),
      });
    },
  );

  it('gets as many vectors as OpenAI returns at once, each in its position', async () => {
    const input = Array.from({ length: 2048 }, (_, place) => `input ${place}`);
    const { data } = await client.embeddings.create({ model: MODEL, input });
    expect(data.map(({ embedding }) => embedding)).toEqual(await fromSandbox(input));
  });

  const refusals: [string, object, number, string, string | null][] = [
    ['a model that writes', { model: TEST_MODEL, input: 'Hi' }, 404, 'model_not_found', 'model'],
    ['an unknown model', { input: 'Hi', model: 'sandbox/vector' }, 404, 'model_not_found', 'model'],
    ['no input', {}, 400, 'invalid_request', 'input'],
    ['an empty text', { input: '' }, 400, 'invalid_request', 'input'],
    ['an empty text among others', { input: ['a', ''] }, 400, 'invalid_request', 'input[1]'],
    ['2,049 inputs', { input: Array.from({ length: 2049 }, () => 'a') }, 400, 'invalid_request', 'input'],
    ['an input beyond the window', { input: 'word '.repeat(9000) }, 400, 'context_length_exceeded', 'input'],
    [
      '300,001 tokens',
      { input: Array.from({ length: 60 }, () => Array.from({ length: 5001 }, () => 1)) },
      400,
      'invalid_request',
      'input',
    ],
    ['no dimensions', { input: 'Hi', dimensions: 0 }, 400, 'invalid_request', 'dimensions'],
    [
      'more dimensions than the model has',
      { input: 'Hi', dimensions: 512 },
      400,
      'provider_rejected',
      'dimensions',
    ],
    [
      'an unknown encoding',
      { input: 'Hi', encoding_format: 'int8' },
      400,
      'invalid_request',
      'encoding_format',
    ],
  ];
  it.each(refusals)(
    'throws its own error for %s, which is free',
    async (_name, body, status, code, param) => {
      const error: unknown = await client.embeddings
        .create({ model: MODEL, ...body } as OpenAI.EmbeddingCreateParams)
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(APIError);
      expect(error).toMatchObject({ status, code, param });
      expect(await readBalance(AUTOCOMMIT, owner.userId)).toMatchObject({
        balanceMicro: 1_000_000n,
        heldMicro: 0n,
      });
    },
  );

  it('is told the right path when it requests text of an embedding model', async () => {
    const error: unknown = await client.chat.completions
      .create({ model: MODEL, messages: [{ role: 'user', content: 'Hi' }] })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' });
    expect((error as APIError).message).toContain('/api/v1/embeddings');
  });
});

it('returns numbers unless base64 is requested, each exactly the provider’s', async () => {
  const answer = await post('embeddings', { model: MODEL, input: ['one', 'two'], user: 'somebody' });
  const { data } = (await answer.json()) as { data: { embedding: number[] }[] };
  const vectors = data.map(({ embedding }) => [...Float32Array.from(embedding)]);
  expect(vectors).toEqual(await fromSandbox(['one', 'two']));
  expect(engine.sandbox().requests()[0]?.body, 'and always asks for base64 itself').toEqual({
    model: 'sandbox-embedding',
    input: ['one', 'two'],
    encoding_format: 'base64',
  });
});

it('passes base64 on unchanged', async () => {
  const body = { input: 'one', encoding_format: 'base64' };
  const ours = (await (await post('embeddings', { model: MODEL, ...body })).json()) as { data: unknown };
  const same = { model: 'sandbox-embedding', ...body };
  const direct = await postJson(`${engine.sandbox().url}/embeddings`, same, { bearer: 'sandbox' });
  expect(ours.data).toEqual(((await direct.json()) as { data: unknown }).data);
});

it('answers a repeat with its Idempotency-Key from storage, charged once', async () => {
  const headers = { 'idempotency-key': 'embed-1' };
  const first = await post('embeddings', { model: MODEL, input: 'once' }, headers);
  const before = await first.text();
  const again = await post('embeddings', { model: MODEL, input: 'once' }, headers);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await again.text()).toBe(before);
  expect(engine.sandbox().requests()).toHaveLength(1);
  const other = await post('embeddings', { model: MODEL, input: 'other' }, headers);
  expect(other.status).toBe(409);
});

// Some 30 MB, three times.
describe.each(IS_FULL ? ['2,048'] : [])('%s vectors of 3,072 numbers', () => {
  const model = 'sandbox/large-vectors';
  const input = Array.from({ length: 2048 }, (_, place) => `input ${place}`);
  beforeEach(async () => {
    const large = { provider: 'sandbox', upstreamModel: 'sandbox-embedding-large', price: PRICE };
    await createVectorModel(model, [large]);
  });

  it('are too large to be stored for a repeat, which is refused and never billed', async () => {
    const headers = { 'idempotency-key': 'large-1' };
    const body = { model, input, encoding_format: 'base64' };
    const first = await post('embeddings', body, headers);
    const before = await first.text();
    expect(first.status).toBe(200);
    const paid = 1_000_000n - (await balance());
    expect(paid).toBeGreaterThan(0n);
    const soon = await post('embeddings', body, headers);
    expect((await soon.text()) === before, 'while its log is there').toBe(true);
    await redis().flushDb();
    const late = await post('embeddings', body, headers);
    const id = first.headers.get('x-generation-id');
    expect(late.status).toBe(409);
    expect(late.headers.get('x-should-retry')).toBe('false');
    const { error } = (await late.json()) as { error: { message: string; param: string } };
    expect(error).toMatchObject({ param: 'Idempotency-Key' });
    expect(error.message).toContain(`/api/v1/generation?id=${id}`);
    expect(engine.sandbox().requests()).toHaveLength(1);
    expect(1_000_000n - (await balance()), 'paid once').toBe(paid);
  });
});

it('is answered by the next provider when the first does not have the model', async () => {
  const model = 'sandbox/two-vectors';
  await createVectorModel(model, [
    { provider: 'sandbox', upstreamModel: 'sandbox-gone', price: PRICE },
    { provider: 'sandbox-b', ...UPSTREAM },
  ]);
  const answer = await post('embeddings', { model, input: 'Hi', provider: { order: ['sandbox'] } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-provider')).toBe('sandbox-b');
  expect(
    engine
      .sandbox()
      .requests()
      .map(({ provider }) => provider),
  ).toEqual(['sandbox', 'sandbox-b']);
});

it('is quoted as it is held, and the hold covers the charge', async () => {
  const body = { model: MODEL, input: ['How much', 'is this?'] };
  const quote = (await (await post('quote', body)).json()) as {
    most_micro: number;
    max_output_tokens: number;
  };
  expect(quote).toMatchObject({ max_output_tokens: 0 });
  const answer = await post('embeddings', body);
  const id = answer.headers.get('x-generation-id');
  const receipt = (await (
    await fetch(`${api.origin()}/api/v1/generation?id=${id}`, {
      headers: { authorization: `Bearer ${owner.value}` },
    })
  ).json()) as { held_micro: number; charged_micro: number };
  expect(receipt.held_micro).toBe(quote.most_micro);
  expect(receipt.charged_micro).toBeGreaterThan(0);
  expect(receipt.charged_micro).toBeLessThanOrEqual(quote.most_micro);
});

it('reports the missing amount when the money is used up', async () => {
  owner = await createKey({ creditMicro: 3n });
  const answer = await post('embeddings', { model: MODEL, input: 'four words and more than three tokens' });
  expect(answer.status).toBe(402);
});

it('does not leave its vectors in memory for as long as text', async () => {
  const answer = await post('embeddings', { model: MODEL, input: 'one' });
  const key = `reply:${answer.headers.get('x-generation-id')}:log`;
  await expect.poll(() => redis().pTTL(key)).toBeLessThanOrEqual(20_000);
});
