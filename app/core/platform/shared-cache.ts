import { setTimeout as sleep } from 'node:timers/promises';
import { redis, script } from './redis.ts';

interface SharedCacheOptions {
  /** Prefix of its keys. */
  name: string;
  /** Max bytes of all values together; the oldest values are evicted. */
  maxBytes: number;
  /** Max bytes of one value; a larger one is not stored. */
  maxValueBytes: number;
}

/** A slower cache is of no use to its callers. */
const TIMEOUT_MS = 250;

/**
 * KEYS: value, order of writing, sum of bytes. ARGV: value, seconds, max bytes. A member of the order is
 * `<bytes>:<key>`. Expired values still count until they are evicted, which only evicts others earlier.
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
 * A cache in Redis, shared by all processes, of values that any process can compute again; bounded in bytes
 * and in time. It never throws and never delays callers for long: while Redis is away, reads find nothing and
 * writes are lost.
 */
export function sharedCache({ name, maxBytes, maxValueBytes }: SharedCacheOptions) {
  const keyOf = (key: string) => `{${name}}:${key}`;
  return {
    /** @returns the values in the order of the keys, null for missing ones */
    async get(keys: string[]): Promise<(string | null)[]> {
      const nothing = keys.map(() => null);
      if (keys.length === 0) return nothing;
      const found = soon(async () => redis().mGet(keys.map(keyOf)));
      return (await found) ?? nothing;
    },
    async set(key: string, value: string, seconds: number): Promise<void> {
      if (Buffer.byteLength(value) > maxValueBytes) return;
      const keys = [keyOf(key), `{${name}}.order`, `{${name}}.bytes`];
      await soon(() => put(keys, [value, String(seconds), String(maxBytes)]));
    },
  };
}

async function soon<Result>(ask: () => Promise<Result>): Promise<Result | null> {
  const answer = ask().catch(() => null);
  return Promise.race([answer, sleep(TIMEOUT_MS, null, { ref: false })]);
}
