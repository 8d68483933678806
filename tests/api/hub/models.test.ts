import OpenAI, { NotFoundError } from 'openai';
import { beforeAll, describe, expect, it } from 'vitest';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { insertRow } from '#tests/factories/insert-row.ts';
import { useApi } from '#tests/setup/api.ts';
import { emptyTables } from '#tests/setup/database.ts';

const FOUR_TIMES = { rules: [{ rates: { input: 4_000_000n, output: 16_000_000n } }] };

const api = useApi();
beforeAll(async () => {
  await emptyTables();
  await createModel({ offers: [{ provider: 'sandbox-b', price: FOUR_TIMES }, { provider: 'sandbox' }] });
  await createModel({ id: 'sandbox/unserved', offers: [] });
  await change(
    AUTOCOMMIT,
    "UPDATE models SET released_on = '2026-09-22', description = 'Answers quickly.', shutdown_on = '2999-01-14'",
  );
  await insertRow('model_aliases', {
    alias: 'sandbox/tiny',
    model_id: TEST_MODEL,
    retired_on: '2026-10-23',
    created_at: new Date(),
  });
});

/** The client of OpenAI's own package, with an invalid key: models are public. */
const client = () => new OpenAI({ baseURL: `${api.origin()}/api/v1`, apiKey: 'sk-wrong', maxRetries: 0 });

describe('GET /api/v1/models', () => {
  it('lists the models on offer in OpenAI’s shape, with the cheapest price', async () => {
    const { data } = await client().models.list();
    expect(data).toEqual([
      expect.objectContaining({ id: AUTO_MODEL }),
      {
        id: TEST_MODEL,
        object: 'model',
        created: Date.parse('2026-09-22') / 1000,
        owned_by: 'sandbox',
        name: 'Sandbox Small',
        canonical_slug: TEST_MODEL,
        per_request_limits: null,
        default_parameters: null,
        supported_voices: null,
        links: { details: `/api/v1/models/${TEST_MODEL}/endpoints` },
        description: 'Answers quickly.',
        context_length: 128_000,
        max_completion_tokens: 16_384,
        architecture: {
          modality: 'text->text',
          input_modalities: ['text'],
          output_modalities: ['text'],
          tokenizer: 'o200k',
        },
        pricing: { prompt: '0.000001', completion: '0.000004' },
        supported_parameters: expect.arrayContaining(['max_tokens', 'temperature', 'stop']) as string[],
        top_provider: {
          name: 'sandbox',
          context_length: 128_000,
          max_completion_tokens: 16_384,
          is_moderated: false,
        },
        knowledge_cutoff: null,
        shutdown_date: '2999-01-14',
        notice: `${TEST_MODEL} will be retired on 2999-01-14.`,
        providers: [
          expect.objectContaining({
            name: 'sandbox',
            tariff: [{ rates: { prompt: '0.000001', completion: '0.000004' } }],
            price_source: 'test',
          }) as unknown,
          expect.objectContaining({
            name: 'sandbox-b',
            pricing: { prompt: '0.000004', completion: '0.000016' },
          }) as unknown,
        ],
      },
    ]);
  });

  it('may be read by any site, without a key', async () => {
    const answer = await fetch(`${api.origin()}/api/v1/models`, { headers: { origin: 'https://a.example' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    expect((await fetch(`${api.origin()}/api/v1/models`, { method: 'POST' })).status).toBe(405);
  });
});

describe('GET /api/v1/models/{id}', () => {
  it('finds an id with a slash, plain or escaped', async () => {
    const listed = (await client().models.list()).data[1];
    expect(await client().models.retrieve(TEST_MODEL), 'the SDK escapes it').toEqual(listed);
    expect(await (await fetch(`${api.origin()}/api/v1/models/${TEST_MODEL}`)).json()).toEqual(listed);
  });

  it('shows for parlance/auto the capabilities of all models, and no price', async () => {
    const [listed] = (await client().models.list()).data;
    expect(await client().models.retrieve(AUTO_MODEL)).toEqual(listed);
    expect(listed).toMatchObject({
      owned_by: 'parlance',
      context_length: 128_000,
      max_completion_tokens: 16_384,
      architecture: { modality: 'text->text' },
      pricing: { prompt: '-1', completion: '-1' },
      supported_parameters: expect.arrayContaining(['tools', 'structured_outputs']) as string[],
      providers: [],
    });
  });

  it('answers for a retired id with its successor, and reports it', async () => {
    expect(await client().models.retrieve('sandbox/tiny')).toMatchObject({
      id: TEST_MODEL,
      notice: expect.stringContaining(
        `sandbox/tiny was retired on 2026-10-23; requests now go to ${TEST_MODEL}.`,
      ) as string,
    });
  });

  it.each([
    ['sandbox/smal', `Did you mean: ${TEST_MODEL}`],
    ['sandbox/unserved', 'is not available'],
  ])('refuses %s as unknown', async (id, words) => {
    const error = await client()
      .models.retrieve(id)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ code: 'model_not_found', param: 'model' });
    expect((error as Error).message).toContain(words);
  });
});
