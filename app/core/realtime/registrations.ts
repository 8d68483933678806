import { sharedNow } from '#app/core/platform/process/clock.ts';
import { redis, REDIS_NOW, script } from '#app/core/platform/redis.ts';

/** How long a registration in Redis lasts, and how often it is renewed. */
const LEASE_MS = 6000;
export const RENEW_MS = 1500;
/** A process that looks at registrations renews a sign of its own at each look; the sign lasts so long. */
const SIGN_MS = 2500;
/** Registrations in one script call. */
const MAX_KEYS = 1000;

/** Puts a channel among those that listen to each key, with the moment until which it does. */
const REGISTER = script(`${REDIS_NOW}
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[2], ARGV[1])
  redis.call('PEXPIRE', key, ARGV[2])
end`);

const COUNT = script(`${REDIS_NOW}
local counts = {}
for index, key in ipairs(KEYS) do counts[index] = redis.call('ZCOUNT', key, now, '+inf') end
return counts`);

/** Renews the sign of a process, and answers for how long it has stood without a break. */
const SIGN = script(`${REDIS_NOW}
local since = redis.call('GET', KEYS[1]) or tostring(now)
redis.call('SET', KEYS[1], since, 'PX', ARGV[1])
return now - since`);

/** Registers a channel for keys, or renews that. @throws when Redis is away or full */
export async function register(channel: string, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += MAX_KEYS)
    await REGISTER(keys.slice(at, at + MAX_KEYS), [channel, String(LEASE_MS)]);
}

/** The channels that listen to a key. @throws when Redis is away */
export function channelsOf(key: string): Promise<string[]> {
  return redis().zRangeByScore(key, sharedNow(), '+inf');
}

/** How many web processes listen to each key. @throws when Redis is away */
export async function countListeners(keys: string[]): Promise<number[]> {
  const counts: number[] = [];
  for (let at = 0; at < keys.length; at += MAX_KEYS)
    counts.push(...((await COUNT(keys.slice(at, at + MAX_KEYS), [])) as number[]));
  return counts;
}

/**
 * Whether a registration that is not there was given up. While Redis stands still, refuses writes or comes back empty
 * none can be renewed, and the sign of this process goes with them: a missing registration means something only after the
 * sign has stood for a whole lease.
 * @param lookerId of the process that asks about once a second
 * @throws when Redis is away or full
 */
export async function areRegistrationsCertain(lookerId: string): Promise<boolean> {
  return Number(await SIGN([`looker:${lookerId}`], [String(SIGN_MS)])) >= LEASE_MS;
}
