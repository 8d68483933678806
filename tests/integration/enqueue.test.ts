import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '#app/core/platform/ids.ts';
import { redis } from '#app/core/platform/redis.ts';
import { closeQueue, openQueue, enqueue, enqueueAgain } from '#app/core/queue/enqueue.ts';
import { openConsumer, type Consumer } from '#app/core/queue/bullmq.ts';
import type { RunPayload } from '#app/core/queue/jobs.ts';

const url = process.env.REDIS_URL!;
/** Enqueued until a worker receives it; this may take longer. */
const TRIAL = 'trial';
let consumer: Consumer | undefined;
/** The runs of every job, in the order of their arrival. */
let heard: RunPayload[][] = [];

beforeAll(async () => {
  openQueue(url);
  // Jobs that are enqueued before the connection exists wake no worker.
  await vi.waitFor(async () => {
    enqueueAgain('chat', { generationId: TRIAL, attempt: 1 });
    if ((await redis().exists('bull:chat:wait')) === 0) throw new Error('not there yet');
  }, 45_000);
  await redis().flushDb();
});
afterEach(async () => {
  await consumer?.close();
  consumer = undefined;
  heard = [];
  await redis().flushDb();
});
afterAll(closeQueue);

function listen(): void {
  consumer = openConsumer(
    url,
    {
      async 'run-generation'(run) {
        if (run.generationId !== TRIAL) heard.push([run]);
      },
      'run-generations': async ({ runs }) => void heard.push(runs),
    },
    { queue: 'chat', concurrency: 10, lockMs: 2000 },
  );
}

const runsOf = (count: number) =>
  Array.from({ length: count }, (): RunPayload => ({ generationId: newId(), attempt: 1 }));
const enqueueAll = (runs: RunPayload[]) => {
  for (const run of runs) enqueue('chat', run);
};
/** Redis has accepted the job. */
async function hasArrived(): Promise<void> {
  await expect.poll(() => redis().exists('bull:chat:wait')).toBe(1);
}

it('delivers the runs of one moment in few jobs, each of them once', async () => {
  listen();
  const runs = runsOf(35);
  enqueueAll(runs);
  await expect.poll(() => heard.flat().length).toBe(35);
  expect(heard.map(({ length }) => length).sort((one, other) => one - other)).toEqual([3, 16, 16]);
  expect(heard.flat().sort(byId)).toEqual(runs);
});

it('delivers a single run in a job of its own', async () => {
  listen();
  const runs = runsOf(1);
  enqueueAll(runs);
  await expect.poll(() => heard).toEqual([runs]);
});

it('adds a waiting run once that is enqueued again and again', async () => {
  const [{ generationId, attempt }] = runsOf(1) as [RunPayload];
  for (let times = 0; times < 3; times += 1) {
    enqueueAgain('chat', { generationId, attempt });
    enqueueAgain('chat', { generationId, attempt });
    await hasArrived();
  }
  const later = runsOf(1);
  enqueueAll(later);
  listen();
  await expect.poll(() => heard.flat().length).toBe(2);
  expect(heard.flat()).toEqual([{ generationId, attempt }, ...later]);
});

function byId(one: RunPayload, other: RunPayload): number {
  return one.generationId < other.generationId ? -1 : 1;
}
