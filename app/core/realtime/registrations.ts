import { sharedNow } from '#app/core/platform/process/clock.ts';
import { REDIS_NOW } from '#app/core/platform/redis.ts';
import { atKey, hasStreamCluster, streamScript } from '#app/core/platform/stream-redis.ts';

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
const REGISTER = streamScript(`${REDIS_NOW}
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[2], ARGV[1])
  redis.call('PEXPIRE', key, ARGV[2])
end`);

const COUNT = streamScript(`${REDIS_NOW}
local counts = {}
for index, key in ipairs(KEYS) do counts[index] = redis.call('ZCOUNT', key, now, '+inf') end
return counts`);

/** The channels that listen to a key, by the clock of the node that has it. */
const CHANNELS = streamScript(`${REDIS_NOW}
return redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf')`);

/** Renews the marker of a process, and returns the milliseconds that it has lasted without a break. */
const RENEW_MARKER = streamScript(`${REDIS_NOW}
local since = redis.call('GET', KEYS[1]) or tostring(now)
redis.call('SET', KEYS[1], since, 'PX', ARGV[1])
return now - since`);

/**
 * Registers a channel for keys, or renews the registration.
 * @param keys of the same tag
 * @throws when their Redis is away or full
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
  // The clock of a node may differ from that of the shared Redis, which `sharedNow` tells without a command.
  if (hasStreamCluster()) return CHANNELS([key], []) as Promise<string[]>;
  return atKey(key, (client) => client.zRangeByScore(key, sharedNow(), '+inf'));
}

/**
 * Sends a message to channels, over the Redis that has the key of their registrations: in a cluster it
 * reaches the subscribers of all nodes.
 * @throws when that Redis is away
 */
export async function publish(key: string, channels: readonly string[], message: string): Promise<void> {
  await Promise.all(channels.map((channel) => atKey(key, (client) => client.publish(channel, message))));
}

/**
 * Number of web processes that listen to each key.
 * @param keys of the same tag
 * @throws when their Redis is away
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
 * registration is meaningful only after the marker has lasted for a whole lease. The marker has the tag of
 * the registrations, so that the same node of a cluster has both.
 * @param watcherId id of the process, which calls this about once a second
 * @throws when their Redis is away or full
 */
export async function areRegistrationsCertain(watcherId: string, tag: string): Promise<boolean> {
  return Number(await RENEW_MARKER([`${tag}looker:${watcherId}`], [String(MARKER_MS)])) >= LEASE_MS;
}
