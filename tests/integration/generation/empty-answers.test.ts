import { describe, expect, it } from 'vitest';
import { countFurtherOffer } from '#app/core/limits/quotas.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { beginCall, readEnd } from '#tests/fixtures/engine-call.ts';
import { useEngine } from '#tests/setup/engine.ts';

useEngine();

describe('an answer without text', () => {
  it('is charged when hidden reasoning used up the caller’s own limit', async () => {
    const call = await beginCall(await createKey(), 'Think [[sandbox: hidden=50 text="one two"]]', {
      max_tokens: 20,
    });
    const { end } = await call.end();
    expect(end).toMatchObject({ state: 'done', finishReason: 'length', usage: { completionTokens: 20 } });
    expect(await readEnd(call.generationId)).toMatchObject({
      reason: 'max_tokens',
      source: 'provider',
      completionTokens: 20,
    });
    expect(Number(end.costMicro)).toBe(end.usage!.promptTokens + 80);
  });

  it('is charged when the caller’s own stop sequence came first', async () => {
    const call = await beginCall(await createKey(), '[[sandbox: hidden=5 text="END of it"]]', {
      stop: ['END'],
    });
    const { end } = await call.end();
    expect(end).toMatchObject({ state: 'done', finishReason: 'stop', usage: { completionTokens: 5 } });
    expect(await readEnd(call.generationId)).toMatchObject({ reason: 'stop_sequence' });
  });

  it.each([
    ['that the model gave', '[[sandbox: fault=empty]]', {}, { reason: 'no_words', completionTokens: 0 }],
    ['that our cap has cut', '[[sandbox: hidden=20000]]', {}, { reason: 'max_tokens' }],
    [
      'without usage',
      '[[sandbox: hidden=50 usage=missing]]',
      { max_tokens: 20 },
      { reason: 'max_tokens', source: 'counted', completionTokens: 0 },
    ],
  ])('is charged when it is an end of the turn %s', async (_name, content, fields, expected) => {
    const call = await beginCall(await createKey({ creditMicro: 100_000_000n }), content, fields);
    const { end } = await call.end();
    expect(end).toMatchObject({ state: 'done', errorCode: null });
    const charged = await readEnd(call.generationId);
    expect(charged).toMatchObject(expected);
    expect(charged.promptTokens).toBeGreaterThan(0);
    expect(charged.chargedMicro).toBe(charged.promptTokens + 4 * charged.completionTokens);
  });

  it.each([
    ['an end without a reason and without usage', '[[sandbox: fault=no-finish after=0 usage=missing]]', {}],
    ['an error', '[[sandbox: fault=400]]', {}],
  ])('is free when the provider caused it: %s', async (_name, content, fields) => {
    const call = await beginCall(await createKey({ creditMicro: 100_000_000n }), content, fields);
    const { end } = await call.end();
    expect(end).toMatchObject({ state: 'failed', costMicro: '0' });
    expect(await readEnd(call.generationId)).toMatchObject({ reason: 'provider_failed', chargedMicro: 0 });
  });
});

describe('answers without text', () => {
  const offers = ['sandbox', 'sandbox-b', 'sandbox-messages'].map((provider) => ({ provider }));
  const fields = { model: 'sandbox/three', provider: { order: offers.map(({ provider }) => provider) } };
  const SILENT = '[[sandbox: fault=no-finish after=0 usage=missing]]';

  it('or any finish reason lead to one further offer, never to all', async () => {
    await createModel({ id: 'sandbox/three', offers });
    const call = await beginCall(await createKey(), SILENT, fields);
    const { end } = await call.end();
    expect(end).toMatchObject({ state: 'failed', errorCode: 'empty_completion', costMicro: '0' });
    expect((await readEnd(call.generationId)).tries).toEqual(['sandbox', 'sandbox-b']);
  });

  it('lead to no further offer once the account has had 20 within an hour', async () => {
    await createModel({ id: 'sandbox/three', offers });
    const owner = await createKey();
    const counted = await Promise.all(Array.from({ length: 20 }, () => countFurtherOffer(owner.userId)));
    expect(counted).not.toContain(false);
    const call = await beginCall(owner, SILENT, fields);
    expect((await call.end()).end).toMatchObject({ errorCode: 'empty_completion', costMicro: '0' });
    expect((await readEnd(call.generationId)).tries).toEqual(['sandbox']);
    const other = await beginCall(await createKey(), SILENT, fields);
    await other.end();
    expect((await readEnd(other.generationId)).tries).toHaveLength(2);
  });

  it.each(['hidden=50', 'fault=empty'])(
    'that end the turn lead to no other offer (%s)',
    async (directive) => {
      await createModel({ id: 'sandbox/three', offers });
      const call = await beginCall(await createKey(), `[[sandbox: ${directive}]]`, {
        ...fields,
        max_tokens: 10,
      });
      expect((await call.end()).end).toMatchObject({ state: 'done' });
      expect((await readEnd(call.generationId)).tries).toHaveLength(1);
    },
  );
});
