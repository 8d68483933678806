import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashTag } from '#app/core/platform/stream-redis.ts';
import { startSandbox, type Sandbox } from '#app/sandbox/providers/start-sandbox.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { readEnd } from '#tests/fixtures/engine-call.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { streamCall, wordsOf, type StreamedCall } from '#tests/fixtures/stream-call.ts';
import { startRedisCluster, type TestCluster } from '#tests/setup/redis-cluster.ts';
import { startWebAndWorker, type WebAndWorker } from '#tests/setup/web-and-worker.ts';

const WORDS = Array.from({ length: 20 }, (_, place) => `word${place}`).join(' ');
const NODE = 1;

let cluster: TestCluster;
let sandbox: Sandbox;
let processes: WebAndWorker;
beforeAll(async () => {
  cluster = await startRedisCluster();
  sandbox = await startSandbox({ pace: 0 });
  await createModel();
  processes = await startWebAndWorker({
    REDIS_CLUSTER: cluster.urls.join(','),
    OPENAI_BASE_URL: sandbox.url,
    OPENAI_API_KEY: 'sandbox',
    SANDBOX: 'true',
  });
});
afterAll(async () => {
  await processes.close();
  await Promise.all([cluster.stop(), sandbox.close()]);
});

async function readiness(): Promise<[number, string | undefined]> {
  const answer = await fetch(`${processes.origin}/readyz`);
  return [answer.status, ((await answer.json()) as { cluster?: string }).cluster];
}

async function expectWhole(call: StreamedCall): Promise<void> {
  const text = await call.whole();
  expect(wordsOf(text)).toBe(WORDS);
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  await expect.poll(() => readEnd(call.generationId)).toMatchObject({ state: 'done', reason: 'output' });
}

it('web and worker serve calls of other nodes while one is away, and its own once it is back', async () => {
  await expect.poll(readiness).toEqual([200, 'ok']);
  const { value } = await createKey();
  const content = `[[sandbox: text="${WORDS}" pace=0 gate=node hold=5]]`;
  const calls = await Promise.all(
    Array.from({ length: 24 }, () => streamCall(processes.origin, value, content)),
  );
  const nodes = await Promise.all(calls.map(({ generationId }) => cluster.primaryOf(hashTag(generationId))));
  await cluster.replicas[NODE]!.kill();
  await cluster.primaries[NODE]!.kill();
  await sandboxGate(sandbox.url, 'node').open(calls.length);

  for (const [index, call] of calls.entries()) if (nodes[index] !== NODE) await expectWhole(call);
  await expect
    .poll(readiness)
    .toEqual([200, expect.stringMatching(/^2[12] of 64 hash tags have no node that answers$/)]);
  await cluster.primaries[NODE]!.restart();
  for (const call of calls) await expectWhole(call);
  await expect.poll(readiness).toEqual([200, 'ok']);
});
