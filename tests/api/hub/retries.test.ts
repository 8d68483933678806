import OpenAI, { APIError } from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { readBalance } from '#app/core/ledger/balances.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi();

let owner: Awaited<ReturnType<typeof createKey>>;
beforeEach(async () => {
  owner = await createKey();
});

const ask = (content: string) => ({ model: TEST_MODEL, messages: [{ role: 'user' as const, content }] });
/** An unstreamed answer that waits for `letGoOn`. */
const HELD = '[[sandbox: length=10 gate=held]]';
const letGoOn = (count = 1) => sandboxGate(engine.sandbox().url, 'held').open(count);
const requestCount = () => engine.sandbox().requests().length;

/** A call of the official client with this retry number. */
function call(
  text: string,
  retry: number,
  { signal, stream = false }: { signal?: AbortSignal; stream?: boolean } = {},
) {
  const client = new OpenAI({ apiKey: owner.value, baseURL: `${api.origin()}/api/v1`, maxRetries: 0 });
  const headers = { 'x-stainless-retry-count': String(retry) };
  return client.chat.completions.create({ ...ask(text), stream }, { headers, signal });
}

/** Begins an unstreamed answer and leaves as soon as the provider works on it. */
async function abandon(text: string): Promise<void> {
  const before = requestCount();
  const leaving = new AbortController();
  const left = call(text, 0, { signal: leaving.signal }).catch((error: unknown) => error);
  await expect.poll(requestCount).toBe(before + 1);
  leaving.abort();
  expect(await left).toBeInstanceOf(APIError);
}

const states = async () =>
  (await selectRows<{ state: string }>(AUTOCOMMIT, 'SELECT state FROM generations ORDER BY id')).map(
    ({ state }) => state,
  );

const adoptions = async () =>
  (await selectRows<{ adoptions: number }>(AUTOCOMMIT, 'SELECT adoptions FROM generations')).map(
    (row) => row.adoptions,
  );

/** The balance was reduced by the charges of the runs, and nothing is held. */
async function expectChargedOnce(runs: number): Promise<void> {
  const { balanceMicro, heldMicro } = await readBalance(AUTOCOMMIT, owner.userId);
  const rows = await selectRows<{ charged_micro: string }>(
    AUTOCOMMIT,
    "SELECT charged_micro FROM generations WHERE state = 'done'",
  );
  expect(rows).toHaveLength(runs);
  expect(heldMicro).toBe(0n);
  expect(1_000_000n - balanceMicro).toBe(rows.reduce((sum, row) => sum + BigInt(row.charged_micro), 0n));
}

describe('a retry of an unstreamed answer', () => {
  it('adopts the run that its client left', async () => {
    await abandon(HELD);
    const retry = call(HELD, 1);
    await expect.poll(adoptions).toEqual([1]);
    await letGoOn();
    const answer = await retry;
    expect(answer).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
    expect(requestCount()).toBe(1);
    await expectChargedOnce(1);
  });

  it('adopts a run that ended meanwhile', async () => {
    await abandon(HELD);
    await letGoOn();
    await expect.poll(states).toEqual(['done']);
    const answer = await call(HELD, 1);
    expect(answer).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
    expect(requestCount()).toBe(1);
    await expectChargedOnce(1);
  });

  it('adopts the same run once more when it was lost again', async () => {
    await abandon(HELD);
    const leaving = new AbortController();
    const second = call(HELD, 1, { signal: leaving.signal }).catch((error: unknown) => error);
    await expect.poll(adoptions).toEqual([1]);
    leaving.abort();
    await second;
    const third = call(HELD, 2);
    await expect.poll(adoptions).toEqual([2]);
    await letGoOn();
    expect(await third).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
    expect(requestCount()).toBe(1);
  });

  it('adopts another run than the retry of an identical call', async () => {
    await Promise.all([abandonAfter(HELD, 2), abandonAfter(HELD, 2)]);
    const retries = [call(HELD, 1), call(HELD, 1)];
    await expect.poll(adoptions).toEqual([1, 1]);
    await letGoOn(2);
    const answers = await Promise.all(retries);
    expect(new Set(answers.map((answer) => (answer as { id: string }).id)).size).toBe(2);
    expect(requestCount()).toBe(2);
    await expectChargedOnce(2);
    // Both are adopted: a third retry of the first kind is a call of its own.
    const another = call(HELD, 1);
    await letGoOn();
    await another;
    expect(requestCount()).toBe(3);
  });

  it('is a new call if the run failed, or came with another body or key', async () => {
    const failing = '[[sandbox: fault=503 times=2 length=5]]';
    expect(await call(failing, 0).catch((error: unknown) => error)).toMatchObject({ status: 502 });
    expect(await call(failing, 1)).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
    const text = '[[sandbox: length=5 pace=0]]';
    await call(text, 0);
    const before = requestCount();
    await call('[[sandbox: length=6 pace=0]]', 1);
    owner = await createKey();
    await call(text, 1);
    expect(requestCount()).toBe(before + 2);
  });

  it('is a new call if the first try is one too', async () => {
    const text = '[[sandbox: length=5 pace=0]]';
    await call(text, 0);
    await call(text, 0);
    expect(requestCount()).toBe(2);
  });
});

/** As `abandon`, for concurrent calls: leaves when the provider has received so many. */
async function abandonAfter(text: string, count: number): Promise<void> {
  const leaving = new AbortController();
  const left = call(text, 0, { signal: leaving.signal }).catch((error: unknown) => error);
  await expect.poll(requestCount).toBe(count);
  leaving.abort();
  await left;
}

describe('a retry of a stream', () => {
  it('is a new call if the client left: that run was stopped', async () => {
    const text = '[[sandbox: length=60 gate=held hold=20]]';
    const leaving = new AbortController();
    const stream = (await call(text, 0, { signal: leaving.signal, stream: true })) as AsyncIterable<unknown>;
    for await (const _ of stream) break;
    leaving.abort();
    await expect.poll(states).toEqual(['stopped']);
    const again = (await call(text, 1, { stream: true })) as AsyncIterable<unknown>;
    for await (const _ of again) break;
    expect(requestCount()).toBe(2);
  });
});
