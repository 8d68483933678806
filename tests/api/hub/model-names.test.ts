import OpenAI, { NotFoundError } from 'openai';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSnapshot } from '#app/core/catalogue/snapshot.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_PRICE } from '#tests/factories/create-model.ts';
import { insertRow } from '#tests/factories/insert-row.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

useEngine();
const api = useApi();

const VECTORS = {
  supports: ['text-to-embedding'] as const,
  upstreamModel: 'sandbox-embedding',
};

let client: OpenAI;
const clientWith = (apiKey: string) =>
  new OpenAI({ apiKey, baseURL: `${api.origin()}/api/v1`, maxRetries: 0 });

beforeEach(async () => {
  await createModel({ id: 'sandbox/alone' });
  await createModel({ id: 'sandbox/shared' });
  await createModel({ id: 'other/shared' });
  await createModel({ id: 'sandbox/vectors', ...VECTORS });
  await insertRow('model_aliases', {
    alias: 'sandbox/ancient',
    model_id: 'sandbox/alone',
    retired_on: '2026-10-23',
    created_at: new Date(),
  });
  forgetSnapshot();
  client = clientWith((await createKey()).value);
  // The web process reads the catalogue once a second.
  await vi.waitUntil(
    async () => (await client.models.list()).data.some(({ id }) => id === 'other/shared'),
    20_000,
  );
});

const ask = (model: string) => ({
  model,
  messages: [{ role: 'user' as const, content: '[[sandbox: text="Hi"]]' }],
});

describe('a model’s name without its maker', () => {
  it('is sufficient if only one maker has it', async () => {
    expect((await client.chat.completions.create(ask('alone'))).model).toBe('sandbox/alone');
    expect((await client.models.retrieve('alone')).id).toBe('sandbox/alone');
    const { model } = await client.embeddings.create({ model: 'vectors', input: 'word' });
    expect(model).toBe('sandbox/vectors');
    const quote = await client.post<{ candidates: { model: string }[] }>('/quote', { body: ask('alone') });
    expect(quote.candidates.map((one) => one.model)).toEqual(['sandbox/alone']);
  });

  it('redirects from a retired name to its successor', async () => {
    expect((await client.chat.completions.create(ask('ancient'))).model).toBe('sandbox/alone');
  });

  it('is refused with the candidates if several makers have it', async () => {
    for (const refused of [
      () => client.chat.completions.create(ask('shared')),
      () => client.models.retrieve('shared'),
      () => client.post('/quote', { body: ask('shared') }),
    ]) {
      const error: unknown = await refused().then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(NotFoundError);
      expect(error).toMatchObject({ code: 'model_not_found', param: 'model' });
      expect((error as Error).message).toMatch(
        /sandbox\/shared.*other\/shared|other\/shared.*sandbox\/shared/,
      );
    }
  });

  it('is restricted by the key’s models, which may be named without a maker, too', async () => {
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    const answer = await api.as(userId)('/api/api-keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Bound', models: ['alone'] }),
    });
    const key = (await answer.json()) as { value: string; models: string[] };
    expect(key.models).toEqual(['sandbox/alone']);
    const bound = clientWith(key.value);
    expect((await bound.chat.completions.create(ask('alone'))).model).toBe('sandbox/alone');
    const refused = await bound.embeddings
      .create({ model: 'vectors', input: 'word' })
      .catch((thrown: unknown) => thrown);
    expect(refused).toMatchObject({ status: 403, param: 'model' });
  });
});

describe('GET /api/v1/models/{id}/endpoints', () => {
  const dear = { rules: [{ rates: { input: 4_000_000n, output: 16_000_000n } }] };

  it('lists the providers of a model, as clients of OpenRouter read it', async () => {
    const offers = [
      { provider: 'sandbox-b', price: dear },
      { provider: 'sandbox', price: TEST_PRICE },
    ];
    await createModel({ id: 'sandbox/two', offers });
    await expect
      .poll(() =>
        client.models.retrieve('sandbox/two').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    const path = '/models/sandbox/two/endpoints';
    const { data } = await client.get<{ data: Record<string, unknown> }>(path);
    expect(data).toEqual({
      id: 'sandbox/two',
      name: 'Sandbox Small',
      created: 0,
      architecture: expect.objectContaining({ input_modalities: ['text'] }) as object,
      endpoints: [
        {
          name: 'sandbox | sandbox/two',
          model_name: 'Sandbox Small',
          provider_name: 'sandbox',
          tag: 'sandbox',
          context_length: 128_000,
          max_completion_tokens: 16_384,
          max_prompt_tokens: 127_999,
          pricing: { prompt: '0.000001', completion: '0.000004' },
          quantization: null,
          supported_parameters: expect.arrayContaining(['max_tokens', 'tools']) as string[],
          status: 0,
          uptime_last_30m: null,
          uptime_last_1d: null,
          latency_ms: null,
          tokens_per_second: null,
        },
        expect.objectContaining({
          provider_name: 'sandbox-b',
          pricing: { prompt: '0.000004', completion: '0.000016' },
        }),
      ],
    });
    expect(await client.get('/models/sandbox%2Ftwo/endpoints')).toEqual({ data });
  });

  it('supports parlance/auto and bare names, and refuses unknown ones', async () => {
    expect(await client.get('/models/parlance/auto/endpoints')).toMatchObject({ data: { endpoints: [] } });
    expect(await client.get('/models/alone/endpoints')).toMatchObject({ data: { id: 'sandbox/alone' } });
    const error = await client.get('/models/nobody/knows/endpoints').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotFoundError);
  });
});
