import { describe, expect, it } from 'vitest';
import { costOf } from '#app/contracts/cost.ts';
import { readSpend } from '#app/core/api-keys/budget.ts';
import { rotateApiKey } from '#app/core/api-keys/lifecycle.ts';
import { redis } from '#app/core/platform/redis.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { KeyOwner } from '#tests/factories/api-call.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL, TEST_PRICE } from '#tests/factories/create-model.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { beginCall } from '#tests/fixtures/engine-call.ts';
import { columnsOf } from '#tests/fixtures/generation-row.ts';
import { moneyOf } from '#tests/fixtures/ledger-sums.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

const engine = useEngine();

/** Without streaming, unless `more` requests it. */
const begin = (owner: KeyOwner, text: string, more: object = {}) =>
  beginCall(owner, text, { stream: undefined, ...more });

/** A call and its whole received output. */
async function call(owner: KeyOwner, text: string, more: object = {}) {
  const { admitted, end } = await begin(owner, text, more);
  return { admitted, ...(await end()) };
}

describe('a call of the public API', () => {
  it.each([{ stream: true }, { stream: false }])(
    'is answered, recorded and charged: %j',
    async (delivery) => {
      const owner = await createKey();
      const { generationId, entries, text, end } = await call(owner, '[[sandbox: length=40]]', delivery);
      expect(entries[0]).toEqual({ type: 'start', model: TEST_MODEL, provider: 'sandbox', leftOut: [] });
      expect(text.length).toBeGreaterThan(40);
      expect(end).toMatchObject({ state: 'done', finishReason: 'stop', usage: { completionTokens: 40 } });
      const cost = costOf(end.usage!, TEST_PRICE, new Date()).micro;
      expect(BigInt(end.costMicro)).toBe(cost);
      expect(await moneyOf(owner.userId)).toEqual({
        balance: 1_000_000n - cost,
        entries: 1_000_000n - cost,
        held: 0n,
        holds: 0n,
      });
      expect((await readSpend(AUTOCOMMIT, [owner.key.id])).get(owner.key.id)?.daily).toBe(cost);
      const row = (await columnsOf(generationId))!;
      expect(row).toMatchObject({
        target: 'call',
        task: 'chat',
        state: 'done',
        api_key_id: owner.key.id,
        request: null,
        text: null,
      });
      expect(JSON.parse(row['attempts']!)).toMatchObject([{ provider: 'sandbox', answered: true }]);
      // The text is deleted as soon as no retry may request it.
      const msLeft = await redis().pTTL(`reply:${generationId}:log`);
      expect(msLeft).toBeGreaterThan(0);
      expect(msLeft).toBeLessThanOrEqual(60_000);
    },
  );

  it('passes on the caller’s parameters, and not our own', async () => {
    const owner = await createKey();
    await call(owner, 'Hi [[sandbox: length=3]]', {
      stream: true,
      temperature: 0.3,
      max_completion_tokens: 50,
      response_format: { type: 'text' },
      user: 'somebody',
      metadata: { a: 'b' },
      provider: { order: ['sandbox'] },
    });
    const sent = engine.sandbox().requests().at(-1)?.body;
    expect(sent).toMatchObject({ temperature: 0.3, max_tokens: 50, response_format: { type: 'text' } });
    for (const name of ['user', 'metadata', 'provider', 'models']) expect(sent).not.toHaveProperty(name);
  });

  it('is stopped within a second when the client of its stream leaves, and charged for its output', async () => {
    const owner = await createKey();
    const { generationId, entries, leave } = await beginCall(owner, '[[sandbox: length=2000 pace=20]]');
    for await (const entry of entries()) if (entry.type === 'text') break;
    await leave();
    await expect.poll(async () => (await columnsOf(generationId))?.['state']).toBe('stopped');
    expect(BigInt((await columnsOf(generationId))!['charged_micro']!)).toBeGreaterThan(0n);
    expect(await moneyOf(owner.userId)).toMatchObject({ held: 0n, holds: 0n });
  });

  it('never exceeds the cap that a key shares with its successor, with racing calls', async () => {
    const probe = await createKey();
    const more = { max_tokens: 20, stream: false };
    const { admitted } = await call(probe, '[[sandbox: length=20]]', more);
    const owner = await createKey({ creditMicro: 100_000_000n, caps: { daily: admitted.heldMicro * 5n } });
    const { userId } = owner;
    const { key } = await rotateApiKey({ userId, keyId: owner.key.id, overlapSeconds: 60 });
    const callers = [owner, { userId, key }];
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => call(callers[n % 2]!, '[[sandbox: length=20]]', more)),
    );
    const refused = results.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as { code: string }] : [],
    );
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['key_cap']));
    const { daily } = (await readSpend(AUTOCOMMIT, [owner.key.id])).get(owner.key.id)!;
    expect(daily).toBeGreaterThan(0n);
    expect(daily).toBeLessThanOrEqual(admitted.heldMicro * 5n);
  });

  it('admits exactly as many calls as the remaining money pays for', async () => {
    const more = { max_tokens: 20, stream: false };
    const { admitted } = await call(await createKey(), '[[sandbox: length=20]]', more);
    const owner = await createKey({ creditMicro: admitted.heldMicro * 10n });
    const results = await Promise.allSettled(
      Array.from({ length: IS_FULL ? 1000 : 150 }, () =>
        begin(owner, '[[sandbox: length=20 gate=cents]]', { ...more, stream: true }),
      ),
    );
    const codes = results.map((one) =>
      one.status === 'rejected' ? (one.reason as { code: string }).code : 'run',
    );
    expect(codes.filter((code) => code !== 'run' && code !== 'token_balance')).toEqual([]);
    const run = codes.filter((code) => code === 'run').length;
    expect(run).toBeGreaterThan(0);
    expect(run).toBeLessThanOrEqual(10);
    for (const one of results) if (one.status === 'fulfilled') one.value.close();
    const gate = sandboxGate(engine.sandbox().url, 'cents');
    const heldMicro = async () => {
      await gate.open(0);
      return (await moneyOf(owner.userId)).holds;
    };
    await expect.poll(heldMicro).toBe(0n);
    const { balance, entries } = await moneyOf(owner.userId);
    expect(balance).toBeGreaterThanOrEqual(0n);
    expect(entries).toBeGreaterThanOrEqual(balance);
  });

  it('falls over to the next model when the first cannot answer, and records it', async () => {
    await createModel({ id: 'sandbox/broken', upstreamModel: 'sandbox-500' });
    const owner = await createKey();
    const { generationId, entries, end } = await call(owner, 'Hi', {
      model: 'sandbox/broken',
      models: [TEST_MODEL],
      stream: true,
    });
    expect(end.state).toBe('done');
    expect(entries[0]).toMatchObject({ type: 'start', model: TEST_MODEL });
    const row = (await columnsOf(generationId))!;
    expect(row['model']).toBe(TEST_MODEL);
    expect(JSON.parse(row['attempts']!)).toMatchObject([
      { model: 'sandbox/broken', answered: false, errorCode: 'provider_unavailable', status: 500 },
      { model: TEST_MODEL, answered: true },
    ]);
  });

  it.each([
    ['an unknown model', { model: 'nobody/knows' }, 'model_not_found'],
    ['a provider that does not offer it', { provider: { only: ['elsewhere'] } }, 'invalid_request'],
    ['a price below everything', { provider: { max_price: { prompt: 0 } } }, 'invalid_request'],
    [
      'a picture that the model cannot see',
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'image_url', image_url: { url: 'https://example.test/a.png' } }],
          },
        ],
      },
      'unsupported_modality',
    ],
  ])('is refused for %s, and holds nothing', async (_name, more, code) => {
    const owner = await createKey();
    await expect(call(owner, 'Hi', more)).rejects.toMatchObject({ code });
    expect(await moneyOf(owner.userId)).toMatchObject({ held: 0n, holds: 0n });
  });

  it('is refused for an unknown model, which is named by its position', async () => {
    const owner = await createKey();
    const refusal = (more: object) => call(owner, 'Hi', more).catch((error: unknown) => error);
    const unknown = { code: 'model_not_found' };
    expect(await refusal({ model: 'no/such' })).toMatchObject({ ...unknown, param: 'model' });
    const models = [TEST_MODEL, 'no/such'];
    expect(await refusal({ models })).toMatchObject({ ...unknown, param: 'models[1]' });
    expect(await refusal({ model: undefined, models })).toMatchObject({ ...unknown, param: 'models[1]' });
    expect(await refusal({ model: 'no/such', models })).toMatchObject({ ...unknown, param: 'model' });
  });

  it('is refused for a model that the key may not use', async () => {
    const owner = await createKey({ models: ['sandbox/other'] });
    await expect(call(owner, 'Hi')).rejects.toMatchObject({ code: 'forbidden', param: 'model' });
  });
});
