import { describe, expect, it } from 'vitest';
import { config } from '#app/core/platform/config.ts';
import { closeRedis, connectRedis, redis } from '#app/core/platform/redis.ts';
import { sharedCache } from '#app/core/platform/shared-cache.ts';

const cache = sharedCache({ name: 'tried', maxBytes: 1000, maxValueBytes: 400 });

describe('a shared cache', () => {
  it('returns a stored value, for its lifetime', async () => {
    await cache.set('a', 'välue', 60);
    expect(await cache.get(['a', 'b'])).toEqual(['välue', null]);
    expect(await redis().ttl('{tried}:a')).toBeGreaterThan(0);
    await redis().flushDb();
  });

  it('holds no more than its maximum of bytes: the oldest are evicted', async () => {
    for (const key of ['a', 'b', 'c', 'd']) await cache.set(key, key.repeat(300), 60);
    await cache.set('d', 'd'.repeat(300), 60);
    const held = await cache.get(['a', 'b', 'c', 'd']);
    expect(held.map((value) => value?.length ?? 0)).toEqual([0, 300, 300, 300]);
    expect(Number(await redis().get('{tried}.bytes'))).toBe(900);
    await redis().flushDb();
    await cache.set('e', 'e'.repeat(401), 60);
    expect(await cache.get(['e'])).toEqual([null]);
  });

  it('has nothing and throws nothing while Redis is away', async () => {
    await closeRedis();
    expect(await cache.get(['a'])).toEqual([null]);
    await cache.set('a', 'a', 60);
    await connectRedis(config().REDIS_URL);
    expect(await cache.get(['a'])).toEqual([null]);
  });
});
