import { beforeAll, describe, expect, it } from 'vitest';
import { forgetSnapshot } from '#app/core/catalogue/snapshot.ts';
import { LISTING_MAX } from '#app/contracts/catalogue/listing.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { insertRow } from '#tests/factories/insert-row.ts';
import { useApi } from '#tests/setup/api.ts';
import { emptyTables } from '#tests/setup/database.ts';

const FOUR_TIMES = { rules: [{ rates: { input: 4_000_000n, output: 16_000_000n } }] };
const PICTURES = { rules: [{ rates: { firstMegapixel: 30_000_000_000n, megapixel: 15_000_000_000n } }] };

const api = useApi();
beforeAll(async () => {
  await emptyTables();
  await createModel({ offers: [{ provider: 'sandbox-b', price: FOUR_TIMES }, { provider: 'sandbox' }] });
  await createModel({
    id: 'acme/painter',
    name: 'Painter',
    supports: ['text-to-image'],
    offers: [{ provider: 'bfl', dialect: 'ideogram', price: PICTURES }],
  });
  await createModel({
    id: 'openai/unset',
    name: 'Unset',
    offers: [{ provider: 'openai', price: FOUR_TIMES }],
  });
  await createModel({ id: 'acme/off', name: 'Off' });
  await set("SET enabled = 0 WHERE id = 'acme/off'");
  await set(`SET released_on = '2026-09-22', description = 'Answers quickly.' WHERE id = '${TEST_MODEL}'`);
  await set("SET featured = 1 WHERE id = 'acme/painter'");
  await insertRow('model_aliases', {
    alias: 'sandbox/tiny',
    model_id: TEST_MODEL,
    retired_on: '2026-10-23',
    created_at: new Date(),
  });
});

const set = (words: string) => change(AUTOCOMMIT, `UPDATE models ${words}`);

async function ask(query = '', init: RequestInit = {}) {
  const answer = await fetch(`${api.origin()}/api/hub/models${query}`, init);
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: (text ? JSON.parse(text) : null) as Answer };
}

interface Answer {
  models: { parlanceId: string }[];
  nextCursor: string | null;
  total: number;
  error: { param: string; message: string; code: string };
}

const idsOf = (body: Answer) => body.models.map(({ parlanceId }) => parlanceId);
const by = (field: string, value: unknown) => `?${field}=${encodeURIComponent(JSON.stringify(value))}`;

describe('GET /api/hub/models', () => {
  it('lists all visible models, for all clients, featured ones first', async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual(['acme/painter', TEST_MODEL, 'openai/unset']);
    expect(body).toMatchObject({ total: 3, nextCursor: null });
    expect(body.models[1]).toEqual({
      _id: TEST_MODEL,
      name: 'Sandbox Small',
      parlanceId: TEST_MODEL,
      description: 'Answers quickly.',
      context: '128K',
      contextTokens: 128_000,
      maxOutputTokens: 16_384,
      createdAt: '2026-09-22T00:00:00.000Z',
      featured: false,
      maker: 'sandbox',
      supports: ['text-to-text'],
      capabilities: ['streaming', 'tools', 'json_schema'],
      unavailable: null,
      retiresOn: null,
      successor: null,
      providers: [
        expect.objectContaining({
          slug: 'sandbox',
          name: 'Sandbox',
          supports: ['text-to-text'],
          unavailable: null,
          pricing: {
            defaultPrice: null,
            defaultUnit: null,
            inputCost: 1,
            outputCost: 4,
            inputImageCost: null,
            inputImageUnit: null,
            inputVideoCost: null,
            outputVideoCost: null,
          },
        }) as unknown,
        expect.objectContaining({
          name: 'Sandbox B',
          pricing: expect.objectContaining({ inputCost: 4 }) as unknown,
        }) as unknown,
      ],
    });
  });

  it('gives the reason why a model cannot be called', async () => {
    const { body } = await ask();
    expect(body.models[0]).toMatchObject({
      unavailable: 'not_run',
      providers: [
        {
          unavailable: 'not_run',
          pricing: { defaultPrice: 0.03, defaultUnit: 'megapixel', inputCost: null },
        },
      ],
    });
    expect(body.models[2]).toMatchObject({ unavailable: 'no_key', createdAt: null });
  });

  it('is searched, filtered and ordered', async () => {
    expect(idsOf((await ask('?search=ANSWERS+sandbox')).body)).toEqual([TEST_MODEL]);
    expect(idsOf((await ask(by('filter', ['text-to-image', 'text-to-video']))).body)).toEqual([
      'acme/painter',
    ]);
    expect(idsOf((await ask(by('sort', { price: -1 }))).body)).toEqual([
      'openai/unset',
      TEST_MODEL,
      'acme/painter',
    ]);
    expect(idsOf((await ask(by('sort', { name: 1 }))).body)).toEqual([
      'acme/painter',
      TEST_MODEL,
      'openai/unset',
    ]);
  });

  it('is read page by page', async () => {
    const first = (await ask('?limit=2')).body;
    expect([idsOf(first), first.total]).toEqual([['acme/painter', TEST_MODEL], 3]);
    const second = (await ask(`?limit=2&cursor=${encodeURIComponent(first.nextCursor!)}`)).body;
    expect([idsOf(second), second.nextCursor]).toEqual([['openai/unset'], null]);
  });

  it('omits fields that a landing page does not need', async () => {
    const [model] = (await ask('?fields=landingPage&limit=5')).body.models;
    expect(model).toHaveProperty('providers');
    expect(model).not.toHaveProperty('description');
  });

  it.each([
    ['?limit=0', 'limit'],
    [`?limit=${LISTING_MAX + 1}`, 'limit'],
    ['?limit=many', 'limit'],
    ['?fields=all', 'fields'],
    ['?filter=text', 'filter'],
    [by('filter', ['text-to-smell']), 'filter'],
    [by('sort', { size: 1 }), 'sort'],
    [by('sort', { price: 2 }), 'sort'],
    ['?cursor=acme/nobody', 'cursor'],
    [`?search=${'x'.repeat(201)}`, 'search'],
  ])('refuses %s and names the field', async (query, param) => {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'invalid_request', param });
    expect(body.error.message).toContain(param);
  });

  it('answers 304 until the catalogue changes', async () => {
    const { headers } = await ask();
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    const known = { headers: { 'if-none-match': headers.get('etag')! } };
    expect((await ask('', known)).status).toBe(304);
    await set("SET description = 'Paints.' WHERE id = 'acme/painter'");
    forgetSnapshot();
    expect((await ask('', known)).status).toBe(200);
  });
});

describe('GET /api/hub/models/:provider/:name', () => {
  it('returns one model as in the list', async () => {
    const { body } = await ask();
    expect((await ask(`/${TEST_MODEL}`)).body).toEqual({ ...body.models[1], retired: null });
  });

  it('answers for a retired id with its successor, and reports it', async () => {
    expect((await ask('/sandbox/tiny')).body).toMatchObject({
      parlanceId: TEST_MODEL,
      retired: { id: 'sandbox/tiny', on: '2026-10-23' },
    });
  });

  it('answers the automatic model, which has no providers of its own', async () => {
    const { status, body } = await ask('/parlance/auto');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      parlanceId: 'parlance/auto',
      providers: [],
      unavailable: null,
      createdAt: '2026-09-22T00:00:00.000Z',
    });
    expect((await ask('/parlance/auto/figures')).status).toBe(200);
  });

  it.each([
    ['/sandbox/smal', TEST_MODEL],
    ['/acme/painte', 'acme/painter'],
    ['/acme/off', 'There is no model acme/off.'],
  ])('refuses %s as unknown', async (path, words) => {
    const { status, body } = await ask(path);
    expect(status).toBe(404);
    expect(body.error.code).toBe('model_not_found');
    expect(body.error.message).toContain(words);
  });
});
