import { beforeEach, describe, expect, it } from 'vitest';
import { countCall } from '#app/core/limits/window-counter.ts';
import { redis } from '#app/core/platform/redis.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

beforeEach(() => redis().flushDb());

const five = [{ key: 'a', limit: 5 }];

/** Redis's clock in milliseconds, by which calls are counted. */
async function redisTime(): Promise<number> {
  const [seconds, micros] = await redis().time();
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
}

/** Waits as long as a caller was asked to, from the answer on. No test can move Redis's clock. */
async function wait(waitMs: number): Promise<void> {
  const until = (await redisTime()) + waitMs;
  await expect.poll(redisTime, { interval: 20 }).toBeGreaterThanOrEqual(until);
}

/** Waits of a one-second window: each takes some of its time. */
const REFUSALS = IS_FULL ? 5 : 2;

describe('countCall', () => {
  it('counts down, then returns how long to wait', async () => {
    for (const left of [4, 3, 2, 1, 0])
      expect(await countCall(five, 3600)).toMatchObject({ waitMs: 0, limit: 5, left });
    const refused = await countCall(five, 3600);
    expect(refused?.waitMs).toBeGreaterThan(0);
    expect(refused).toMatchObject({ limit: 5, left: 0, resetMs: refused?.waitMs });
  });

  it('admits exactly as many as fit, of many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => countCall(five, 3600)));
    expect(answers.filter((answer) => answer?.waitMs === 0)).toHaveLength(5);
  });

  it('counts under all keys or none, and reports the tightest', async () => {
    const both = [...five, { key: 'b', limit: 2 }];
    expect(await countCall(both, 3600)).toMatchObject({ limit: 2, left: 1 });
    await countCall(both, 3600);
    expect((await countCall(both, 3600))?.waitMs).toBeGreaterThan(0);
    expect(await countCall(five, 3600)).toMatchObject({ waitMs: 0, left: 2 });
  });

  it('admits a caller again after the wait that it returned', async () => {
    const two = [{ key: 'c', limit: 2 }];
    await countCall(two, 1);
    await countCall(two, 1);
    const refused = (await countCall(two, 1))!;
    expect(refused.waitMs).toBeLessThanOrEqual(2000);
    await wait(refused.waitMs);
    expect(await countCall(two, 1)).toMatchObject({ waitMs: 0 });
  });

  it('returns a sufficient wait, whatever was requested before', async () => {
    const limit = [{ key: 'd', limit: 10 }];
    let refusals = 0;
    for (let call = 0; call < 60 && refusals < REFUSALS; call += 1) {
      const { waitMs } = (await countCall(limit, 1))!;
      if (waitMs === 0) continue;
      refusals += 1;
      await wait(waitMs);
      expect(await countCall(limit, 1)).toMatchObject({ waitMs: 0 });
    }
    expect(refusals).toBe(REFUSALS);
  });

  it('stores its counts until the end of the next window, and no longer', async () => {
    for (let call = 0; call < 3; call += 1) await countCall(five, 3600);
    const kept = await redis().pTTL('calls:a');
    expect(kept).toBeGreaterThan(2 * 3600_000 - 60_000);
    expect(kept).toBeLessThanOrEqual(2 * 3600_000);
    await redis().hSet('calls:a', { index: 1, current: 5, before: 5 });
    await redis().pExpire('calls:a', 1000);
    expect(await countCall(five, 3600)).toMatchObject({ waitMs: 0, left: 4 });
    expect(await redis().pTTL('calls:a')).toBeGreaterThan(2 * 3600_000 - 60_000);
  });

  it('does not count locked-out callers, and returns for how long', async () => {
    await redis().set('lock', '1', { expiration: { type: 'EX', value: 60 } });
    expect((await countCall(five, 3600, 'lock'))?.lockedSeconds).toBeGreaterThan(50);
    expect(await countCall(five, 3600, 'another')).toMatchObject({ lockedSeconds: 0, left: 4 });
    expect(await countCall(five, 3600)).toMatchObject({ lockedSeconds: 0, left: 3 });
  });

  it('counts nothing if no limit is set', async () => {
    expect(await countCall([{ key: 'a', limit: 0 }], 3600)).toBeNull();
  });
});
