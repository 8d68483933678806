import { setTimeout as sleep } from 'node:timers/promises';
import { redis, script } from './redis.ts';

interface SharedCacheOptions {
  /** Begins the names of its keys. */
  name: string;
  /** Bytes that all its values may have together; the ones that were written first make room. */
  most: number;
  /** Bytes of one value; a larger one is not kept. */
  mostEach: number;
}

/** A cache is no use to somebody who waits longer for it. */
const TIMEOUT_MS = 250;

/**
 * KEYS: value, order of writing, sum of bytes. ARGV: value, seconds, bytes at most. A member of the order is
 * `<bytes>:<key>`. What has expired is still counted until its turn comes, which only makes room earlier.
 */
const put = script(`
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
local member = #ARGV[1] .. ':' .. KEYS[1]
local now = redis.call('TIME')
if redis.call('ZADD', KEYS[2], now[1] .. '.' .. string.format('%06d', now[2]), member) == 0 then return 0 end
local bytes = redis.call('INCRBY', KEYS[3], #ARGV[1])
while bytes > tonumber(ARGV[3]) do
  local oldest = redis.call('ZPOPMIN', KEYS[2])[1]
  if not oldest then
    redis.call('DEL', KEYS[3])
    return 0
  end
  local size, key = string.match(oldest, '^(%d+):(.*)$')
  redis.call('DEL', key)
  bytes = redis.call('DECRBY', KEYS[3], size)
end
return 1`);

/**
 * Values that any process can make again, kept in Redis where all processes find them; bounded in bytes and in time. It
 * never throws and never makes anybody wait for long: a Redis that is away has nothing and keeps nothing.
 */
export function sharedCache({ name, most, mostEach }: SharedCacheOptions) {
  const keyOf = (key: string) => `{${name}}:${key}`;
  return {
    /** @returns the values in the order of the keys, null for what is not there */
    async get(keys: string[]): Promise<(string | null)[]> {
      const nothing = keys.map(() => null);
      if (keys.length === 0) return nothing;
      const found = soon(async () => redis().mGet(keys.map(keyOf)));
      return (await found) ?? nothing;
    },
    async set(key: string, value: string, seconds: number): Promise<void> {
      if (Buffer.byteLength(value) > mostEach) return;
      const keys = [keyOf(key), `{${name}}.order`, `{${name}}.bytes`];
      await soon(() => put(keys, [value, String(seconds), String(most)]));
    },
  };
}

async function soon<Result>(ask: () => Promise<Result>): Promise<Result | null> {
  const asked = ask().catch(() => null);
  return Promise.race([asked, sleep(TIMEOUT_MS, null, { ref: false })]);
}
