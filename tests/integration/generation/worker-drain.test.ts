import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startListening, stopListening } from '#app/core/realtime/listeners.ts';
import { config } from '#app/core/platform/config.ts';
import { redis } from '#app/core/platform/redis.ts';
import { closeQueue, openQueue } from '#app/core/queue/enqueue.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { startSandbox, type Sandbox } from '#tests/doubles/sandbox/start-sandbox.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { beginCall, readEnd } from '#tests/fixtures/engine-call.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { startWorker, type RunningWorker } from '#worker/start-worker.ts';

const CREDIT = 1_000_000n;

let sandbox: Sandbox;
let worker: RunningWorker;
beforeAll(async () => {
  sandbox = await startSandbox({ pace: 2 });
  Object.assign(process.env, { OPENAI_BASE_URL: sandbox.url, OPENAI_API_KEY: 'sandbox', SANDBOX: 'true' });
  openQueue(config().REDIS_URL);
  startListening(config().REDIS_URL);
});
beforeEach(async () => {
  await redis().flushDb();
  await emptyTables();
  await createModel();
  worker = startWorker({ ...config(), DRAIN_MS: 50 });
});
afterAll(async () => {
  await closeQueue();
  await stopListening();
  await sandbox.close();
});

/** A call of which its row knows by now that a provider has taken it. */
async function takenCall(content: string) {
  const owner = await createKey({ creditMicro: CREDIT });
  const call = await beginCall(owner, content);
  const taken = () =>
    selectRows(AUTOCOMMIT, 'SELECT id FROM generations WHERE id = ? AND progress IS NOT NULL', [
      call.generationId,
    ]);
  await expect.poll(taken).toHaveLength(1);
  return { call, owner };
}

it('a run that has said nothing when the time to drain is over is interrupted and costs nothing', async () => {
  const { call, owner } = await takenCall('[[sandbox: fault=headers]]');
  const heard = call.end();
  await worker.stop();
  expect((await heard).end).toMatchObject({ state: 'interrupted', errorCode: 'interrupted', costMicro: '0' });
  expect(await readEnd(call.generationId)).toMatchObject({ state: 'interrupted', reason: 'house_failed' });
  expect(await soundBalance(owner.userId)).toBe(CREDIT);
});

it('a run that has begun to answer by then is interrupted and charged for its prompt and its words', async () => {
  const { call, owner } = await takenCall('[[sandbox: text="one two three" fault=stall after=2]]');
  await worker.stop();
  const end = await readEnd(call.generationId);
  expect(end).toMatchObject({ state: 'interrupted', reason: 'output', finishReason: 'incomplete' });
  expect(end.chargedMicro).toBeGreaterThan(0);
  expect(await soundBalance(owner.userId)).toBe(CREDIT - BigInt(end.chargedMicro));
});
