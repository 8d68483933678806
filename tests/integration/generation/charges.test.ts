import { describe, expect, it } from 'vitest';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { ledgerSums } from '#tests/fixtures/ledger-sums.ts';
import { beginCall, readEnd, type EngineCall } from '#tests/fixtures/engine-call.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

const engine = useEngine();

/** A tool whose schema takes about 20 kB. */
const LARGE_TOOL = {
  type: 'function',
  function: {
    name: 'book',
    parameters: {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 240 }, (_, n) => [
          `field_${n}`,
          { type: 'string', description: `The value of field number ${n}, as it stands on the form.` },
        ]),
      ),
    },
  },
};

const MESSAGES = 'sandbox/messages';
const messagesModel = () =>
  createModel({
    id: MESSAGES,
    offers: [{ provider: 'sandbox-messages', upstreamModel: 'sandbox-haiku-4-5' }],
  });

async function untilText(call: EngineCall): Promise<void> {
  for await (const entry of call.entries()) if (entry.type === 'text' || entry.type === 'delta') return;
}

async function ended(generationId: string) {
  const isOver = async () => !['queued', 'running'].includes((await readEnd(generationId)).state ?? '');
  await expect.poll(isOver).toBe(true);
  return readEnd(generationId);
}

/** Waits until a provider has begun to answer, or at least has the request. */
async function providerCalled(): Promise<void> {
  await expect.poll(() => engine.sandbox().requests()).toHaveLength(1);
}

describe('our own count of the sent request', () => {
  it('includes the tools of a stream that its client closes after the first token', async () => {
    const owner = await createKey();
    const call = await beginCall(owner, '[[sandbox: text="one two" fault=stall after=1]]', {
      tools: [LARGE_TOOL],
    });
    await untilText(call);
    await call.leave();
    const end = await ended(call.generationId);
    expect(end).toMatchObject({ state: 'stopped', reason: 'output', source: 'counted', completionTokens: 1 });
    expect(end.promptTokens).toBeGreaterThan(5_000);
    expect(end.chargedMicro).toBe(end.promptTokens + 4);
  });

  it.each([
    [
      'the form of the answer',
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'form', schema: LARGE_TOOL.function.parameters },
        },
      },
      5_000,
    ],
    ['functions of the old form', { functions: [LARGE_TOOL.function] }, 5_000],
    [
      'calls of tools in earlier turns',
      {
        messages: [
          { role: 'user', content: 'Go' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              {
                id: 'a',
                type: 'function',
                function: { name: 'book', arguments: JSON.stringify({ field: 'word '.repeat(3_000) }) },
              },
            ],
          },
          { role: 'tool', tool_call_id: 'a', content: 'done' },
          { role: 'user', content: '[[sandbox: text="one two" fault=stall after=1]]' },
        ],
      },
      3_000,
    ],
    [
      'thoughts that were sent back',
      {
        messages: [
          { role: 'user', content: 'Go' },
          { role: 'assistant', content: 'Hm', reasoning_content: 'I think so. '.repeat(1_500) },
          { role: 'user', content: '[[sandbox: text="one two" fault=stall after=1]]' },
        ],
      },
      3_000,
    ],
  ])('includes %s', async (_name, fields, least) => {
    const call = await beginCall(
      await createKey(),
      '[[sandbox: text="one two" fault=stall after=1]]',
      fields,
    );
    await untilText(call);
    await call.leave();
    expect((await ended(call.generationId)).promptTokens).toBeGreaterThan(least);
  });

  it('is replaced by the provider’s prompt count before the cut', async () => {
    const call = await beginCall(
      await createKey(),
      '[[sandbox: text="one two three" usage=running fault=stall after=2 cached=5]]',
    );
    await untilText(call);
    await providerCalled();
    await call.leave();
    const end = await ended(call.generationId);
    expect(end).toMatchObject({ state: 'stopped', reason: 'output' });
    expect(['provider', 'both']).toContain(end.source);
  });

  it('is replaced by the prompt count of message_start', async () => {
    await messagesModel();
    const call = await beginCall(await createKey(), '[[sandbox: text="one two three" fault=stall after=2]]', {
      model: MESSAGES,
      tools: [LARGE_TOOL],
    });
    await untilText(call);
    await call.leave();
    const end = await ended(call.generationId);
    expect(end).toMatchObject({ state: 'stopped', reason: 'output', source: 'both' });
    expect(end.promptTokens).toBeGreaterThan(5_000);
  });
});

describe('several choices', () => {
  it('are reported as ignored by a dialect without them, and its single answer is good', async () => {
    await messagesModel();
    const call = await beginCall(await createKey(), '[[sandbox: text="one two"]]', { model: MESSAGES, n: 3 });
    const { entries, end } = await call.end();
    expect(entries[0]).toMatchObject({ type: 'start', leftOut: expect.arrayContaining(['n']) as string[] });
    expect(end).toMatchObject({ state: 'done', finishReason: 'stop', usage: { completionTokens: 2 } });
    expect(await readEnd(call.generationId)).toMatchObject({
      state: 'done',
      errorCode: null,
      reason: 'output',
    });
  });
});

it('charges each of many calls once, as its row says, whose clients leave while they end', async () => {
  const owner = await createKey({ creditMicro: 10_000_000n });
  const calls = await Promise.all(
    Array.from({ length: IS_FULL ? 60 : 20 }, () =>
      beginCall(owner, '[[sandbox: text="one two three" pace=1]]'),
    ),
  );
  // Some leave at their first token, some at their last, some while the end is being sent.
  await Promise.all(
    calls.map(async (call, place) => {
      let left = place % 4;
      for await (const entry of call.entries()) {
        if (entry.type === 'end' || (entry.type === 'text' && left-- === 0)) break;
      }
      await call.leave();
    }),
  );
  const ends = await Promise.all(calls.map(({ generationId }) => ended(generationId)));
  const entries = await selectRows<{ reference: string; amount: string }>(
    AUTOCOMMIT,
    `SELECT reference, amount_micro AS amount FROM ledger_entries WHERE kind = 'charge'`,
  );
  const booked = new Map(entries.map(({ reference, amount }) => [reference, -Number(amount)]));
  expect(entries).toHaveLength(booked.size);
  calls.forEach(({ generationId }, place) => {
    const end = ends[place]!;
    expect(['done', 'stopped']).toContain(end.state);
    expect(end.reason).toBe('output');
    expect(end.chargedMicro).toBe(end.promptTokens + 4 * end.completionTokens);
    expect(booked.get(`charge:${generationId}`)).toBe(end.chargedMicro);
  });
  const { balance, held, holds } = await ledgerSums(owner.accountId);
  expect([held, holds]).toEqual([0n, 0n]);
  expect(balance).toBe(10_000_000n - BigInt(ends.reduce((sum, { chargedMicro }) => sum + chargedMicro, 0)));
});
