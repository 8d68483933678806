import { createClient } from 'redis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readersKey } from '#app/core/generation/stream/log.ts';
import { connectRedis } from '#app/core/platform/redis.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { beginCall, readEnd, type EngineCall } from '#tests/fixtures/engine-call.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { startMuteProxy, type MuteProxy } from '#tests/http/silence/mute-proxy.ts';
import { useEngine } from '#tests/setup/engine.ts';

const WORDS = Array.from({ length: 40 }, (_, place) => `word${place}`).join(' ');
const CALLS = [
  { gate: 'after', stream: true },
  { gate: 'meanwhile', stream: true },
  { gate: 'meanwhile', stream: false },
];

const direct = new URL(process.env.REDIS_URL ?? '');
const proxy: MuteProxy = await startMuteProxy(Number(direct.port));
const url = Object.assign(new URL(direct), { port: String(proxy.port) }).href;
await connectRedis(url);
const observer = createClient({ url: direct.href });
beforeAll(async () => void (await observer.connect()));
// Registered before those of the engine, so that they run after them: a worker ends its work with Redis.
afterAll(async () => {
  observer.destroy();
  await proxy.close();
});
const engine = useEngine(() => ({ REDIS_URL: url }));

it('delivers all text to readers whose registrations expire while Redis is silent', async () => {
  const owner = await createKey();
  const calls: EngineCall[] = [];
  for (const { gate, stream } of CALLS)
    calls.push(await beginCall(owner, `[[sandbox: text="${WORDS}" pace=0 gate=${gate} hold=5]]`, { stream }));
  const ends = calls.map((call) => call.end());
  const gates = ['after', 'meanwhile'].map((name) => sandboxGate(engine.sandbox().url, name));
  await expect.poll(gates[0]!.waiting).toBe(1);
  await expect.poll(gates[1]!.waiting).toBe(2);

  proxy.mute();
  await gates[1]!.open(2);
  await expect.poll(() => observer.exists(calls.map(({ generationId }) => readersKey(generationId)))).toBe(0);
  for (const { generationId } of calls)
    expect(await readEnd(generationId)).toMatchObject({ state: 'running' });

  proxy.speak();
  await gates[0]!.open();
  for (const { text, end } of await Promise.all(ends)) {
    expect(text).toBe(WORDS);
    expect(end).toMatchObject({ state: 'done', finishReason: 'stop' });
  }
  expect(engine.sandbox().requests()).toHaveLength(CALLS.length);
  for (const { generationId } of calls)
    expect(await readEnd(generationId)).toMatchObject({
      state: 'done',
      reason: 'output',
      source: 'provider',
    });
});
