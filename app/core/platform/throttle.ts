import { createHash, randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { AppError } from '#app/contracts/errors.ts';
import { logger } from './logger.ts';
import { redis, REDIS_NOW, script } from './redis.ts';

/** At most `limit` tries under `key` in a window; a limit of 0 turns counting off. */
export interface Allowance {
  key: string;
  limit: number;
}

/*
 * There are two rate limiters, both in Redis, since they promise different things. This one is for guesses and
 * other rare acts: it is exact, gives tries back, and refuses while Redis is away. The one for calls
 * (`app/core/limits/window-counter.ts`) stores two numbers for a key instead of a list, checks a ban in the
 * same step, and accepts calls while Redis is away.
 */

/**
 * Checks all keys, then marks all or none, in one step: parallel tries cannot slip past each other. Each try
 * is stored with its time, so that the window slides and has no edge at which twice as many fit. Returns 0,
 * or the milliseconds until the next try is possible. Refused tries are not counted.
 */
const TAKE = script(`${REDIS_NOW}
local window = tonumber(ARGV[1])
local wait = 0
for i, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - window)
  if redis.call('ZCARD', key) >= tonumber(ARGV[i + 2]) then
    local oldest = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')
    wait = math.max(wait, oldest[2] + window - now)
  end
end
if wait > 0 then return wait end
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now, ARGV[2])
  redis.call('PEXPIRE', key, window)
end
return 0`);

/**
 * Takes one try from every allowance.
 * @returns a function that gives the try back, for one that succeeded
 * @throws AppError too_many_tries with the seconds to wait; unavailable when Redis is away: a limit that
 * cannot be counted counts as reached, otherwise an attacker who stops Redis could guess without limit
 */
export async function takeTry(allowances: Allowance[], windowSeconds: number): Promise<() => Promise<void>> {
  const counted = allowances.filter(({ limit }) => limit > 0);
  const keys = counted.map(({ key }) => `tries:${key}`);
  const mark = randomUUID();
  if (keys.length === 0) return async () => undefined;
  const limits = counted.map(({ limit }) => String(limit));
  const wait = await ask(() => TAKE(keys, [String(windowSeconds * 1000), mark, ...limits]));
  if (wait > 0) throw new AppError('too_many_tries', { retryAfterSeconds: Math.ceil(wait / 1000) });
  return async () => {
    for (const key of keys) await ask(() => redis().zRem(key, mark));
  };
}

async function ask(command: () => Promise<unknown>): Promise<number> {
  try {
    return Number(await command());
  } catch (error) {
    logger().error({ error: error instanceof Error ? error.message : 'unknown' }, 'tries cannot be counted');
    throw new AppError('unavailable', { cause: error, retryAfterSeconds: 5 });
  }
}

/**
 * The form in which an address is counted. An IPv6 address stands for its whole /64, which one client owns.
 */
export function countedAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('%', 1)[0]!.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = address.includes('::') ? [...left, ...zeros, ...right] : left;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** A hash for text that must not be in a key in clear, such as an email address. */
export function keyed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
