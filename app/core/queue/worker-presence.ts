import { redis } from '#app/core/platform/redis.ts';

const KEY = 'workers';
/** A worker that has not reported for this long counts as gone. */
const PRESENCE_MS = 10_000;

/** Says that a worker lives; called with its heartbeat. */
export async function reportWorker(workerId: string, now = Date.now()): Promise<void> {
  await redis().zAdd(KEY, { score: now, value: workerId });
}

export async function forgetWorker(workerId: string): Promise<void> {
  await redis().zRem(KEY, workerId);
}

/** How many workers have reported lately. */
export async function workersAlive(now = Date.now()): Promise<number> {
  await redis().zRemRangeByScore(KEY, 0, now - PRESENCE_MS);
  return redis().zCard(KEY);
}
