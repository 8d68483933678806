import { describe, beforeEach, expect, it } from 'vitest';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { redis } from '#app/core/platform/redis.ts';
import { writeRules, type Price } from '#app/contracts/price.ts';
import { newId } from '#app/core/platform/ids.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { insertRow } from '#tests/factories/insert-row.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

useEngine();
const api = useApi();

const at = (micro: number): Price => ({
  rules: [{ rates: { input: BigInt(micro * 1e6), output: BigInt(micro * 1e6) } }],
});
const offersAt = (micro: number, upstreamModel?: string) => [
  { provider: 'sandbox', price: at(micro), ...(upstreamModel && { upstreamModel }) },
];
const says = (content: unknown) => [{ role: 'user', content }];
const PLAIN = { messages: says('Good day [[sandbox: length=3 pace=0]]') };

interface Routed {
  model_asked: string;
  model: string;
  charged_micro: number;
  held_micro: number;
  cost: { micro: number; lines: { rate_pico: string }[] };
  attempts: { model: string; answered: boolean }[];
  routing: {
    models_asked: string[];
    candidates: { model: string; chosen: boolean; unhealthy: boolean }[];
    dropped: { model: string; reason: string; detail: string | null }[];
  };
}

let owner: Awaited<ReturnType<typeof createKey>>;
beforeEach(async () => {
  await redis().flushDb();
  owner = await createKey();
  await forgotten();
});

/** The web process has dropped the catalogue of the previous test, whose prices are gone. */
async function forgotten(): Promise<void> {
  await expect.poll(listed).toEqual([AUTO_MODEL, TEST_MODEL]);
}

/** The models on offer, as the web process knows them. */
async function listed(): Promise<string[]> {
  const answer = await fetch(`${api.origin()}/api/v1/models`);
  return ((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
}

/** A call of the public API; `receipt` fetches the receipt of the answer. */
async function call(body: object, key = owner.value) {
  const url = `${api.origin()}/api/v1/chat/completions`;
  const answer = await postJson(url, { model: AUTO_MODEL, ...body }, { bearer: key });
  const said = (await answer.json()) as { model: string; error: { code: string; message: string } };
  const id = answer.headers.get('x-generation-id');
  const receipt = async () => {
    const headers = { authorization: `Bearer ${key}` };
    const found = await fetch(`${api.origin()}/api/v1/generation?id=${id}`, { headers });
    return (await found.json()) as Routed;
  };
  return { status: answer.status, model: said.model, error: said.error, receipt };
}

/**
 * The web process reads the catalogue and health once a second: repeats the call until the answer matches.
 */
async function expectAnswerBy(model: string, body: object = PLAIN): Promise<void> {
  await expect.poll(async () => (await call(body)).model).toBe(model);
}

const tool = { type: 'function', function: { name: 'look', parameters: { type: 'object' } } };
const PICTURE = {
  type: 'image_url',
  image_url: { url: `data:image/png;base64,${Buffer.from('not looked at').toString('base64')}` },
};

describe('parlance/auto', () => {
  it('is answered by the cheapest suitable model, at its price', async () => {
    await createModel({ id: 'sandbox/cheap', capabilities: ['streaming'], offers: offersAt(0.5) });
    await createModel({
      id: 'sandbox/deep',
      capabilities: ['streaming', 'tools', 'reasoning', 'json_schema'],
      contextTokens: 200_000,
      offers: offersAt(7),
    });
    await createModel({
      id: 'sandbox/seeing',
      supports: ['text-to-text', 'image-to-text'],
      offers: offersAt(6),
    });
    await expectAnswerBy('sandbox/cheap');
    const receipt = await (await call({ ...PLAIN, max_tokens: 50 })).receipt();
    expect(receipt).toMatchObject({ model_asked: AUTO_MODEL, model: 'sandbox/cheap' });
    expect(receipt.routing).toMatchObject({
      models_asked: [AUTO_MODEL],
      candidates: [
        { model: 'sandbox/cheap', chosen: true },
        { model: TEST_MODEL, chosen: false },
      ],
      dropped: [
        { model: 'sandbox/seeing', reason: 'outranked' },
        { model: 'sandbox/deep', reason: 'outranked' },
      ],
    });
    expect(new Set(receipt.cost.lines.map((line) => line.rate_pico))).toEqual(new Set(['500000']));
    expect(receipt.charged_micro).toBe(receipt.cost.micro);
    // Half a micro-dollar per token would hold 25 for the answer: the hold covers the dearest model that may
    // be called, at four.
    expect(receipt.held_micro).toBeGreaterThan(200);

    const withTools = await call({ ...PLAIN, tools: [tool], tool_choice: 'none' });
    expect(withTools.model).toBe(TEST_MODEL);
    expect((await withTools.receipt()).routing.dropped).toContainEqual(
      expect.objectContaining({ model: 'sandbox/cheap', reason: 'capability', detail: 'tools' }),
    );
    expect((await call({ ...PLAIN, reasoning_effort: 'high' })).model).toBe('sandbox/deep');
    const look = { type: 'text', text: 'What is it? [[sandbox: length=3 pace=0]]' };
    expect((await call({ messages: says([look, PICTURE]) })).model).toBe('sandbox/seeing');
    const long = `${'many words '.repeat(70_000)}[[sandbox: length=3 pace=0]]`;
    const rich = await createKey({ creditMicro: 100_000_000n });
    expect((await call({ messages: says(long), max_tokens: 10 }, rich.value)).model).toBe('sandbox/deep');
  });

  it('changes its choice with price, health, modality and context', async () => {
    const model = await createModel({ id: 'sandbox/other', offers: offersAt(1) });
    await expectAnswerBy(model);
    const ofModel = 'SELECT id FROM offers WHERE model_id = ?';
    const { id: offerId } = (await selectRow<{ id: string }>(AUTOCOMMIT, ofModel, [model]))!;
    const set = (column: 'featured' | 'context_tokens' | 'supports', value: string | number) =>
      change(AUTOCOMMIT, `UPDATE models SET ${column} = ? WHERE id = ?`, [value, model]);
    const serveAs = (upstream: string) =>
      change(AUTOCOMMIT, 'UPDATE offers SET upstream_model = ? WHERE id = ?', [upstream, offerId]);
    await insertRow('offer_prices', {
      id: newId(),
      offer_id: offerId,
      valid_from: new Date(Date.now() - 500),
      rules: writeRules(at(90).rules),
      source: 'test',
      confidence: 'A',
      created_at: new Date(),
    });
    await expectAnswerBy(TEST_MODEL);
    await set('featured', 1);
    await expectAnswerBy(model);

    await set('context_tokens', 20);
    await expectAnswerBy(TEST_MODEL);
    await set('context_tokens', 128_000);
    await expectAnswerBy(model);
    await set('supports', '["image-to-text"]');
    await expectAnswerBy(TEST_MODEL);
    await set('supports', '["text-to-text"]');
    await expectAnswerBy(model);

    await serveAs('sandbox-500');
    await expectAnswerBy(TEST_MODEL);
    // Enough failures open its breaker: it is no longer called first, and the receipt says why.
    const isFirst = async () => (await (await call(PLAIN)).receipt()).routing.candidates[0]!.model;
    await expect.poll(isFirst).toBe(TEST_MODEL);
    const receipt = await (await call(PLAIN)).receipt();
    expect(receipt.attempts).toMatchObject([{ model: TEST_MODEL, answered: true }]);
    expect(receipt.routing.candidates).toMatchObject([
      { model: TEST_MODEL, unhealthy: false, chosen: true },
      { model, unhealthy: true, chosen: false },
    ]);
    await serveAs('sandbox-small');
    await redis().del('offers:health');
    await expectAnswerBy(model);
  });

  it('obeys the key’s models and the provider preferences', async () => {
    await createModel({ id: 'sandbox/cheap', offers: offersAt(0.5) });
    await createModel({ id: 'sandbox/elsewhere', offers: [{ provider: 'sandbox-b', price: at(9) }] });
    await expectAnswerBy('sandbox/cheap');
    const bound = await createKey({ models: [TEST_MODEL, 'sandbox/elsewhere'] });
    const answer = await call(PLAIN, bound.value);
    expect(answer.model).toBe(TEST_MODEL);
    expect((await answer.receipt()).routing.dropped).toContainEqual(
      expect.objectContaining({ model: 'sandbox/cheap', reason: 'key_models' }),
    );
    for (const provider of [{ only: ['sandbox-b'] }, { ignore: ['sandbox'] }, { order: ['sandbox-b'] }])
      expect((await call({ ...PLAIN, provider })).model).toBe('sandbox/elsewhere');
    const last = await call({ ...PLAIN, model: 'sandbox/elsewhere', models: [AUTO_MODEL] });
    expect(last.model).toBe('sandbox/elsewhere');
    expect((await last.receipt()).routing.candidates.map(({ model }) => model)).toEqual([
      'sandbox/elsewhere',
      'sandbox/cheap',
      TEST_MODEL,
    ]);
  });

  it('names the requirement that no model meets', async () => {
    const refused = await call({ ...PLAIN, reasoning_effort: 'high' });
    expect(refused).toMatchObject({ status: 400, error: { code: 'invalid_request' } });
    expect(refused.error.message).toContain('capability (reasoning): 1 offer');
    const blind = await call({ messages: says([PICTURE]) });
    expect(blind).toMatchObject({ status: 422, error: { code: 'unsupported_modality' } });
    expect(blind.error.message).toContain('modality (image-to-text): 1 offer');
    const endless = await call({ ...PLAIN, max_tokens: 20_000 });
    expect(endless.error).toMatchObject({ code: 'invalid_request', param: 'max_tokens' });
    const stranger = await createKey({ models: ['sandbox/gone'] });
    expect(await call(PLAIN, stranger.value)).toMatchObject({ status: 403, error: { code: 'forbidden' } });
    const cheap = await call({ ...PLAIN, provider: { max_price: { prompt: 0.1 } } });
    expect(cheap.error).toMatchObject({ code: 'invalid_request', param: 'provider.max_price' });
  });

  it('quotes the candidates in their order', async () => {
    await createModel({ id: 'sandbox/cheap', offers: offersAt(0.5) });
    await expectAnswerBy('sandbox/cheap');
    const asked = { model: AUTO_MODEL, ...PLAIN, max_tokens: 10 };
    const answer = await postJson(`${api.origin()}/api/v1/quote`, asked, { bearer: owner.value });
    const { candidates } = (await answer.json()) as { candidates: { model: string }[] };
    expect(candidates.map(({ model }) => model)).toEqual(['sandbox/cheap', TEST_MODEL]);
  });
});
