import { describe, expect, it } from 'vitest';
import type { ApiKey } from '#app/core/api-keys/api-key.ts';
import { costOf } from '#app/contracts/cost.ts';
import type { LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import { chatRequest } from '#app/contracts/openai/chat-request.ts';
import { readSpend } from '#app/core/api-keys/spend.ts';
import { admitCall } from '#app/core/generation/admit/admit-call.ts';
import { leaveCall } from '#app/core/generation/recover/leave-call.ts';
import { openCallReader } from '#app/core/generation/stream/read-call.ts';
import { readBalance } from '#app/core/ledger/read-balance.ts';
import { redis } from '#app/core/platform/redis.ts';
import { newId } from '#app/core/platform/ids.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL, TEST_PRICE } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';

const engine = useEngine();

/** Admits a call as the public API does: the reader is there first. */
async function begin(owner: { userId: string; key: ApiKey }, text: string, more: object = {}) {
  const generationId = newId();
  const reader = openCallReader(generationId);
  const messages = [{ role: 'user', content: text }];
  const admitted = await admitCall(
    {
      task: 'chat',
      generationId,
      userId: owner.userId,
      key: owner.key,
      requestId: 'test',
      requestHash: '0'.repeat(64),
      idempotencyKeyHash: null,
      retryCount: 0,
      defaultModel: null,
      body: chatRequest.parse({ model: TEST_MODEL, messages, ...more }),
    },
    { beforeEnqueue: () => reader.noteSilence() },
  ).catch((error: unknown) => {
    reader.close();
    throw error;
  });
  return { generationId, reader, admitted };
}

async function call(owner: { userId: string; key: ApiKey }, text: string, more: object = {}) {
  const { generationId, reader, admitted } = await begin(owner, text, more);
  const entries: LogEntry[] = [];
  for await (const entry of reader.entries(AbortSignal.timeout(90_000))) entries.push(entry);
  reader.close();
  const text_ = entries.map((entry) => (entry.type === 'text' ? entry.text : '')).join('');
  return { generationId, admitted, entries, text: text_, end: entries.at(-1) as ReplyEnd };
}

const rowOf = (id: string) =>
  selectRow<Record<string, string | null>>(AUTOCOMMIT, 'SELECT * FROM generations WHERE id = ?', [id]);

async function settledMoney(userId: string) {
  const [sum] = await selectRows<{ total: string; holds: string }>(
    AUTOCOMMIT,
    `SELECT COALESCE(SUM(amount_micro), 0) AS total, (SELECT COUNT(*) FROM holds) AS holds FROM ledger_entries`,
  );
  const { balanceMicro, heldMicro } = await readBalance(AUTOCOMMIT, userId);
  return { balanceMicro, heldMicro, ledgerMicro: BigInt(sum!.total), holds: Number(sum!.holds) };
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
      expect(await settledMoney(owner.userId)).toEqual({
        balanceMicro: 1_000_000n - cost,
        ledgerMicro: 1_000_000n - cost,
        heldMicro: 0n,
        holds: 0,
      });
      expect((await readSpend(AUTOCOMMIT, [owner.key.id])).get(owner.key.id)?.daily).toBe(cost);
      const row = (await rowOf(generationId))!;
      expect(row).toMatchObject({
        kind: 'api',
        state: 'done',
        api_key_id: owner.key.id,
        request: null,
        text: null,
      });
      expect(JSON.parse(row['attempts']!)).toMatchObject([{ provider: 'sandbox', answered: true }]);
      // The words go as soon as no retry may ask for them.
      const msLeft = await redis().pTTL(`reply:${generationId}:log`);
      expect(msLeft).toBeGreaterThan(0);
      expect(msLeft).toBeLessThanOrEqual(60_000);
    },
  );

  it('passes on what the caller asked for, and keeps back what is only ours', async () => {
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

  it('is stopped within a second when the client of its stream leaves, and charged for what it said', async () => {
    const owner = await createKey();
    const { generationId, reader } = await begin(owner, '[[sandbox: length=2000 pace=20]]', { stream: true });
    for await (const entry of reader.entries(AbortSignal.timeout(90_000))) if (entry.type === 'text') break;
    reader.close();
    await leaveCall(generationId);
    await expect.poll(async () => (await rowOf(generationId))?.['state']).toBe('stopped');
    expect(BigInt((await rowOf(generationId))!['charged_micro']!)).toBeGreaterThan(0n);
    expect(await settledMoney(owner.userId)).toMatchObject({ heldMicro: 0n, holds: 0 });
  });

  it('never passes the cap of its key, however many calls race', async () => {
    const probe = await createKey();
    const more = { max_tokens: 20, stream: false };
    const { admitted } = await call(probe, '[[sandbox: length=20]]', more);
    const owner = await createKey({ creditMicro: 100_000_000n, caps: { daily: admitted.heldMicro * 5n } });
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, () => call(owner, '[[sandbox: length=20]]', more)),
    );
    const refused = results.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as { code: string }] : [],
    );
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['key_cap']));
    const { daily } = (await readSpend(AUTOCOMMIT, [owner.key.id])).get(owner.key.id)!;
    expect(daily).toBeGreaterThan(0n);
    expect(daily).toBeLessThanOrEqual(admitted.heldMicro * 5n);
  });

  it('runs exactly as many of 1,000 calls as the last cents pay for', async () => {
    const more = { max_tokens: 20, stream: false };
    const { admitted } = await call(await createKey(), '[[sandbox: length=20]]', more);
    const owner = await createKey({ creditMicro: admitted.heldMicro * 10n });
    const results = await Promise.allSettled(
      Array.from({ length: 1000 }, () => begin(owner, '[[sandbox: length=20 delay=3000]]'.padEnd(22), more)),
    );
    const codes = results.map((one) =>
      one.status === 'rejected' ? (one.reason as { code: string }).code : 'run',
    );
    expect(codes.filter((code) => code !== 'run' && code !== 'token_balance')).toEqual([]);
    const run = codes.filter((code) => code === 'run').length;
    expect(run).toBeGreaterThan(0);
    expect(run).toBeLessThanOrEqual(10);
    for (const one of results) if (one.status === 'fulfilled') one.value.reader.close();
    await expect.poll(async () => (await settledMoney(owner.userId)).holds, { timeout: 30_000 }).toBe(0);
    const { balanceMicro, ledgerMicro } = await settledMoney(owner.userId);
    expect(balanceMicro).toBeGreaterThanOrEqual(0n);
    expect(ledgerMicro).toBeGreaterThanOrEqual(balanceMicro);
  });

  it('goes to the next model when the first cannot answer, and says so in its record', async () => {
    await createModel({ id: 'sandbox/broken', upstreamModel: 'sandbox-500' });
    const owner = await createKey();
    const { generationId, entries, end } = await call(owner, 'Hi', {
      model: 'sandbox/broken',
      models: [TEST_MODEL],
      stream: true,
    });
    expect(end.state).toBe('done');
    expect(entries[0]).toMatchObject({ type: 'start', model: TEST_MODEL });
    const row = (await rowOf(generationId))!;
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
    expect(await settledMoney(owner.userId)).toMatchObject({ heldMicro: 0n, holds: 0 });
  });

  it('is refused for an unknown model, which is named by its place', async () => {
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
