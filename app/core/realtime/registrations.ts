import { sharedNow } from '#app/core/platform/process/clock.ts';
import { redis, REDIS_NOW, script } from '#app/core/platform/redis.ts';

/** Milliseconds that a registration in Redis lasts, and between its renewals. */
const LEASE_MS = 6000;
export const RENEW_MS = 1500;
/**
 * A process that checks registrations renews a marker of its own at each check; milliseconds that it lasts.
 */
const MARKER_MS = 2500;
/** Max registrations in one script call. */
const MAX_KEYS = 1000;

/** Adds a channel to the listeners of each key, with its expiry. */
const REGISTER = script(`${REDIS_NOW}
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[2], ARGV[1])
  redis.call('PEXPIRE', key, ARGV[2])
end`);

const COUNT = script(`${REDIS_NOW}
local counts = {}
for index, key in ipairs(KEYS) do counts[index] = redis.call('ZCOUNT', key, now, '+inf') end
return counts`);

/** Renews the marker of a process, and returns the milliseconds that it has lasted without a break. */
const RENEW_MARKER = script(`${REDIS_NOW}
local since = redis.call('GET', KEYS[1]) or tostring(now)
redis.call('SET', KEYS[1], since, 'PX', ARGV[1])
return now - since`);

/**
 * Registers a channel for keys, or renews the registration.
 * @throws when Redis is away or full
 */
export async function register(channel: string, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += MAX_KEYS)
    await REGISTER(keys.slice(at, at + MAX_KEYS), [channel, String(LEASE_MS)]);
}

/**
 * The channels that listen to a key.
 * @throws when Redis is away
 */
export function channelsOf(key: string): Promise<string[]> {
  return redis().zRangeByScore(key, sharedNow(), '+inf');
}

/**
 * Number of web processes that listen to each key.
 * @throws when Redis is away
 */
export async function countListeners(keys: string[]): Promise<number[]> {
  const counts: number[] = [];
  for (let at = 0; at < keys.length; at += MAX_KEYS)
    counts.push(...((await COUNT(keys.slice(at, at + MAX_KEYS), [])) as number[]));
  return counts;
}

/**
 * Whether a missing registration means that its reader left. While Redis is suspended, refuses writes or
 * comes back empty, no registration can be renewed, and neither can the marker of this process: a missing
 * registration is meaningful only after the marker has lasted for a whole lease.
 * @param watcherId id of the process, which calls this about once a second
 * @throws when Redis is away or full
 */
export async function areRegistrationsCertain(watcherId: string): Promise<boolean> {
  return Number(await RENEW_MARKER([`looker:${watcherId}`], [String(MARKER_MS)])) >= LEASE_MS;
}
