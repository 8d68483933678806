import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startListening, stopListening } from '#app/core/realtime/listeners.ts';
import { readReceipt } from '#app/core/generation/report/receipt.ts';
import { config } from '#app/core/platform/config.ts';
import { closeQueue, openQueue } from '#app/core/queue/enqueue.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { startResuming, type Resuming, type Story } from '#tests/doubles/resuming/start-resuming.ts';
import { chanceFrom } from '#tests/doubles/resuming/texts.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import {
  beginStory,
  drawCut,
  judge,
  optionsOf,
  printShares,
  resumingEnvironment,
} from '#tests/fixtures/resumed-calls.ts';
import type { BuiltProcess } from '#tests/setup/built-process.ts';
import { seedFrom } from '#tests/setup/suite.ts';
import { startWorkerProcess } from '#tests/setup/worker-process.ts';

const SEED = seedFrom('RESUME_SEED');
const CREDIT = 10_000_000_000n;
const ROUNDS = 2;
const CALLS = 24;
const MIN_JOINED = (ROUNDS * CALLS * 3) / 4;
/** Between two pieces of four characters: an answer takes some seconds. */
const PACE_MS = 12;

let doubles: Resuming;
let worker: BuiltProcess;
// A killed process is noticed by its closed connections: the lease does not matter.
const start = () => startWorkerProcess({ ...resumingEnvironment(doubles), RUN_LEASE_MS: '60000' });
beforeAll(async () => {
  doubles = await startResuming();
  Object.assign(process.env, resumingEnvironment(doubles));
  openQueue(config().REDIS_URL);
  startListening(config().REDIS_URL);
  worker = await start();
}, 180_000);
afterAll(async () => {
  await worker.stop('SIGKILL');
  await closeQueue();
  await stopListening();
  await doubles.close();
});

/** Interrupted only by the death of its worker. It waits at a quarter until all others have come as far. */
const whole = (text: string): Partial<Story> => ({
  cut: text.length,
  end: 'stop',
  pace: PACE_MS,
  hold: Math.floor(text.length / 4),
});

it(`goes on with ${ROUNDS * CALLS} answers of workers that are killed`, async () => {
  const owner = await createKey({ creditMicro: CREDIT });
  const chance = chanceFrom(SEED);
  const played = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const calls = await Promise.all(
      Array.from({ length: CALLS }, async (_, index) => {
        const place = round * CALLS + index;
        const { text } = drawCut(SEED, place).story;
        const cut = drawCut(SEED, place, whole(text));
        const fields = optionsOf(cut.kind);
        return { cut, call: await beginStory(owner, cut.story, { doubles, place, fields }) };
      }),
    );
    await expect.poll(() => doubles.waiting()).toBe(CALLS);
    doubles.release();
    await sleep(chance() * 800);
    await worker.stop('SIGKILL');
    worker = await start();
    const judged = calls.map(async ({ cut, call }) => ({
      kind: cut.kind,
      ...(await judge(owner, cut, call)),
    }));
    played.push(...(await Promise.all(judged)));
  }
  expect(played.flatMap(({ problems }) => problems)).toEqual([]);
  expect(doubles.objections).toEqual([]);
  const charged = played.reduce((sum, one) => sum + one.charged, 0n);
  expect(await soundBalance(owner.userId)).toBe(CREDIT - charged);
  expect(printShares('answers of killed workers', played)).toBeGreaterThanOrEqual(MIN_JOINED);
}, 180_000);

it('shows in the receipt that our own worker broke off', async () => {
  const owner = await createKey({ creditMicro: CREDIT });
  const { text } = drawCut(SEED, 0).story;
  const { story } = drawCut(SEED, 0, { ...whole(text), manners: {} });
  const call = await beginStory(owner, story, { doubles, place: 'receipt' });
  await expect.poll(() => doubles.waiting()).toBe(1);
  const stored = () =>
    selectRow<{ text: string | null }>(AUTOCOMMIT, 'SELECT text FROM generations WHERE id = ?', [
      call.generationId,
    ]);
  await expect.poll(async () => (await stored())?.text ?? '').not.toBe('');
  await worker.stop('SIGKILL');
  worker = await start();
  const heard = await call.end();
  expect(heard.text).toBe(text);
  const { generationId } = call;
  const { attempts } = await readReceipt(AUTOCOMMIT, { userId: owner.userId, generationId });
  expect(attempts).toMatchObject([
    { provider: 'openai', answered: true, errorCode: 'interrupted' },
    { provider: 'openai', answered: true, errorCode: null, resumed: true },
  ]);
}, 60_000);
