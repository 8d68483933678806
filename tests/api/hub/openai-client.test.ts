import OpenAI, { APIError } from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { readBalance } from '#app/core/ledger/balances.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';
import { PIXEL_URL } from '#tests/fixtures/pixel.ts';

const engine = useEngine();
const api = useApi();

let owner: Awaited<ReturnType<typeof createKey>>;
let client: OpenAI;
beforeEach(async () => {
  await createModel({ id: 'sandbox/seeing', supports: ['text-to-text', 'image-to-text'] });
  owner = await createKey();
  client = clientWith(owner.value);
});

function clientWith(apiKey: string): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${api.origin()}/api/v1`, maxRetries: 0 });
}

const ask = (content: string) => ({ model: TEST_MODEL, messages: [{ role: 'user' as const, content }] });
const balance = async () => (await readBalance(AUTOCOMMIT, owner.userId)).balanceMicro;

describe("OpenAI's official client", () => {
  it('gets an unstreamed answer, with its usage and its cost', async () => {
    const completion = await client.chat.completions.create(ask('[[sandbox: text="Grüß dich 🚣🏽" ]]'));
    expect(completion).toMatchObject({
      object: 'chat.completion',
      model: TEST_MODEL,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Grüß dich 🚣🏽', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
    });
    const usage = completion.usage as typeof completion.usage & { cost: number };
    expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens);
    expect(1_000_000n - BigInt(Math.round(usage.cost * 1_000_000))).toBe(await balance());
  });

  it('reads a stream, with its usage at the end if requested', async () => {
    const stream = await client.chat.completions.create({
      ...ask('[[sandbox: length=30 thinking="Let me see"]]'),
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(chunks[0]?.choices[0]).toMatchObject({
      delta: { role: 'assistant', content: '' },
      finish_reason: null,
    });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: expect.any(Number) } });
    expect(chunks.at(-2)?.choices[0]).toMatchObject({ delta: {}, finish_reason: 'stop' });
    expect(chunks.slice(0, -1).every(({ usage }) => !usage)).toBe(true);
  });

  it('satisfies its strict stream helper', async () => {
    const stream = client.chat.completions.stream(ask('[[sandbox: length=50]]'));
    const final = await stream.finalChatCompletion();
    expect(final.choices[0]?.finish_reason).toBe('stop');
    expect(final.choices[0]?.message.content?.length).toBeGreaterThan(50);
  });

  it('sends images', async () => {
    const completion = await client.chat.completions.create({
      model: 'sandbox/seeing',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: PIXEL_URL } },
          ],
        },
      ],
    });
    expect(completion.choices[0]?.message.content).toBeTruthy();
  });

  const refusals: [string, { key?: string; [name: string]: unknown }, number, string, string | null][] = [
    ['a key that is none', { key: 'sk-par-wrong' }, 401, 'invalid_api_key', null],
    ['an unknown model', { model: 'sandbox/smal' }, 404, 'model_not_found', 'model'],
    ['a parameter out of range', { temperature: 3 }, 400, 'invalid_request', 'temperature'],
    ['probabilities without logprobs', { top_logprobs: 2 }, 400, 'invalid_request', 'top_logprobs'],
    ['no messages', { messages: [] }, 400, 'invalid_request', 'messages'],
  ];
  it.each(refusals)('throws its own error for %s', async (_name, { key, ...more }, status, code, param) => {
    const error: unknown = await clientWith(key ?? owner.value)
      .chat.completions.create({ ...ask('Hi'), ...more })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ status, code, param });
    expect((error as APIError).requestID).toBeTruthy();
  });

  it('reports the missing amount when the money is used up, and is told not to retry', async () => {
    const poor = await createKey({ creditMicro: 0n });
    const error: unknown = await clientWith(poor.value)
      .chat.completions.create(ask('Hi'))
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 402, code: 'token_balance' });
    expect((error as APIError).headers?.get('cache-control')).toBe('no-store');
  });

  it('throws when a stream that has begun breaks, and the output so far is charged', async () => {
    const stream = await client.chat.completions.create({
      ...ask('[[sandbox: length=40 fault=error-mid after=10]]'),
      stream: true,
    });
    let said = '';
    await expect(async () => {
      for await (const chunk of stream) said += chunk.choices[0]?.delta.content ?? '';
    }).rejects.toBeInstanceOf(APIError);
    expect(said).not.toBe('');
    expect(await balance()).toBeLessThan(1_000_000n);
  });

  it('ends the run of a stream that it leaves before the first token, and its prompt is charged', async () => {
    const door = sandboxGate(engine.sandbox().url, 'early');
    const leaving = new AbortController();
    const asked = client.chat.completions
      .create({ ...ask('[[sandbox: door=early length=50]]'), stream: true }, { signal: leaving.signal })
      .catch((thrown: unknown) => thrown);
    await expect.poll(door.waiting).toBe(1);
    leaving.abort();
    expect(await asked).toBeInstanceOf(APIError);
    const left = 'SELECT id FROM generations WHERE stop_requested_at IS NOT NULL';
    await expect.poll(() => selectRows(AUTOCOMMIT, left)).toHaveLength(1);
    await door.open();
    await expect.poll(() => engine.sandbox().requests()[0]?.closedAt).toBeTruthy();
    await expect.poll(async () => (await readBalance(AUTOCOMMIT, owner.userId)).heldMicro).toBe(0n);
    const [run] = await selectRows<{ prompt: number; said: number }>(
      AUTOCOMMIT,
      'SELECT prompt_tokens AS prompt, completion_tokens AS said FROM generations',
    );
    expect(run!.said).toBe(0);
    expect(await balance()).toBe(1_000_000n - BigInt(run!.prompt));
  });

  it('ends the run of a stream that it leaves', async () => {
    const stream = await client.chat.completions.create({
      ...ask('[[sandbox: length=60 gate=held hold=20]]'),
      stream: true,
    });
    for await (const _ of stream) break;
    stream.controller.abort();
    const open = () =>
      engine
        .sandbox()
        .requests()
        .filter(({ closedAt, answeredAt }) => !closedAt && !answeredAt);
    await expect.poll(() => open().length).toBe(0);
    await expect.poll(async () => (await readBalance(AUTOCOMMIT, owner.userId)).heldMicro).toBe(0n);
  });
});
