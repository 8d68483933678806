import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRedis } from '#scripts/services/redis.mjs';
import { startSandbox, type Sandbox } from '#app/sandbox/providers/start-sandbox.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { readEnd } from '#tests/fixtures/engine-call.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { streamCall, wordsOf } from '#tests/fixtures/stream-call.ts';
import { startWebAndWorker, type WebAndWorker } from '#tests/setup/web-and-worker.ts';

// Redis fails for ten seconds, while calls of the public API are answered.
const AWAY_MS = 10_000;
const CREDIT = 1_000_000n;
const STREAMS = 6;
const WHOLES = 3;
const WORDS = Array.from({ length: 60 }, (_, place) => `word${place}`).join(' ');

let base: string;
let redis: Awaited<ReturnType<typeof startRedis>>;
let operator: ReturnType<typeof createClient>;
let sandbox: Sandbox;
let processes: WebAndWorker;
beforeAll(async () => {
  base = mkdtempSync(path.join(tmpdir(), 'away-redis-'));
  redis = await startRedis({ base, maxmemory: '64mb' });
  operator = createClient({ url: redis.url() });
  await operator.connect();
  sandbox = await startSandbox({ pace: 0, record: true });
  await createModel();
  processes = await startWebAndWorker({
    REDIS_URL: redis.url(),
    OPENAI_BASE_URL: sandbox.url,
    OPENAI_API_KEY: 'sandbox',
    SANDBOX: 'true',
  });
}, 180_000);
afterAll(async () => {
  await processes.close();
  operator.destroy();
  await Promise.all([redis.process.stop(), sandbox.close()]);
  rmSync(base, { recursive: true, force: true });
});

const FAULTS = [
  {
    name: 'silent',
    async pass() {
      await redis.process.kill('SIGSTOP');
      await sleep(AWAY_MS);
      await redis.process.kill('SIGCONT');
    },
  },
  {
    name: 'full',
    async pass() {
      // Less than it needs by itself.
      await operator.configSet('maxmemory', '900kb');
      await sleep(AWAY_MS);
      await operator.configSet('maxmemory', '64mb');
    },
  },
  {
    name: 'slow',
    async pass() {
      for (const end = performance.now() + AWAY_MS; performance.now() < end;) {
        await redis.process.kill('SIGSTOP');
        await sleep(1500);
        await redis.process.kill('SIGCONT');
        await sleep(20);
      }
    },
  },
];

it.each(FAULTS)(
  'delivers every answer completely to its reader when Redis is $name',
  async ({ name, pass }) => {
    const owner = await createKey({ creditMicro: CREDIT });
    const gate = (of: string) => sandboxGate(sandbox.url, of);
    const asking = (of: string) => `[[sandbox: text="${WORDS}" pace=0 gate=${of} hold=5]]`;
    const stream = (of: string) => streamCall(processes.origin, owner.value, asking(of));
    const body = (content: string) => ({ model: TEST_MODEL, messages: [{ role: 'user', content }] });
    const post = (content: string) =>
      postJson(`${processes.origin}/api/v1/chat/completions`, body(content), { bearer: owner.value });
    const after = await Promise.all(Array.from({ length: STREAMS }, () => stream('after')));
    const meanwhile = await Promise.all(Array.from({ length: STREAMS }, () => stream('meanwhile')));
    const wholes = Array.from({ length: WHOLES }, () => post(asking('meanwhile')));
    await expect.poll(gate('meanwhile').waiting).toBe(STREAMS + WHOLES);
    const leaving = new AbortController();
    const left = await fetch(`${processes.origin}/api/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.value}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body(asking('never')), stream: true }),
      signal: leaving.signal,
    });
    await expect.poll(gate('never').waiting).toBe(1);

    const passed = pass();
    await gate('meanwhile').open(STREAMS + WHOLES);
    leaving.abort();
    await passed;
    const back = performance.now();
    const streams = [...after, ...meanwhile];
    const heard = Promise.all([
      ...streams.map(async (call) => wordsOf(await call.whole())),
      ...wholes.map(async (answer) => {
        const { choices } = (await (await answer).json()) as { choices: { message: { content: string } }[] };
        return choices[0]!.message.content;
      }),
    ]);
    await gate('after').open(STREAMS);
    const texts = await heard;
    const recoveredMs = Math.round(performance.now() - back);
    const leftId = left.headers.get('x-generation-id') ?? '';
    await expect.poll(async () => (await readEnd(leftId)).state).toBe('stopped');
    const balance = await soundBalance(owner.userId);
    const whole = texts.filter((text) => text === WORDS).length;
    process.stdout.write(
      `Redis ${name} for ${AWAY_MS / 1000} s: ${whole} of ${texts.length} answers came whole, ` +
        `${CREDIT - balance} micro-dollars charged, the last ended ${recoveredMs} ms after it was back\n`,
    );
    expect(texts.map((text) => text === WORDS)).toEqual(texts.map(() => true));
    for (const { generationId } of streams)
      expect(await readEnd(generationId)).toMatchObject({ state: 'done', reason: 'output' });
    // No provider is called twice.
    expect(sandbox.requests()).toHaveLength(texts.length + 1);
    sandbox.forget();
    const next = await post('[[sandbox: text="Here I am"]]');
    expect(await next.json()).toMatchObject({ choices: [{ message: { content: 'Here I am' } }] });
    sandbox.forget();
  },
  120_000,
);
