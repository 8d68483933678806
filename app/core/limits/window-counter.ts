import { script } from '#app/core/platform/redis.ts';
import type { Allowance } from '#app/core/platform/throttle.ts';

/** A caller's standing with the limit that is closest to being reached. */
export interface Standing {
  /** Seconds for which the caller is banned; 0: not banned, and the other fields apply. */
  lockedSeconds: number;
  /** Milliseconds to wait; 0: the call was counted. */
  waitMs: number;
  limit: number;
  left: number;
  /** Milliseconds until the whole limit is available again, if no more calls come. */
  resetMs: number;
}

/*
 * The rate limiter for calls, of which there are thousands; `app/core/platform/throttle.ts` is the one for
 * guesses, and names their differences.
 */

/**
 * Counts a call under all keys or under none. There are thousands of calls, so a key stores no list of them
 * but two numbers: the calls of this time window, and of the one before, which counts for the part of it that
 * a sliding window still covers. A banned caller, by a further key, is not counted. Returns the seconds of
 * the ban, the wait, the position of the tightest limit, its remainder, and its reset.
 */
const COUNT = script(`
local limits = #ARGV - 1
local locked = #KEYS > limits and redis.call('TTL', KEYS[#KEYS]) or 0
if locked > 0 then return { locked, 0, 1, 0, 0 } end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = tonumber(ARGV[1])
local index = math.floor(now / window)
local past = (now % window) / window
local wait, tightest, left, counts = 0, 1, math.huge, {}
for i = 1, limits do
  local key = KEYS[i]
  local limit = tonumber(ARGV[i + 1])
  local stored = redis.call('HMGET', key, 'index', 'current', 'before')
  local at, current, before = tonumber(stored[1]) or index, tonumber(stored[2]) or 0, tonumber(stored[3]) or 0
  if at == index - 1 then current, before = 0, current end
  if at < index - 1 then current, before = 0, 0 end
  counts[i] = { current, before, at == index and stored[1] }
  local free = limit - current - before * (1 - past)
  if free < left then tightest, left = i, free end
  if free < 1 then
    local later
    if current < limit then later = 1 - (limit - 1 - current) / before - past
    else later = 1 - past + math.max(0, 1 - (limit - 1) / current) end
    wait = math.max(wait, math.ceil(later * window), 1)
  end
end
local reset = math.ceil((2 - past) * window)
if wait > 0 then return { 0, wait, tightest, 0, wait } end
for i, count in ipairs(counts) do
  if count[3] then redis.call('HINCRBY', KEYS[i], 'current', 1)
  else
    -- From the first call of a window on it lasts to the end of the next.
    redis.call('HSET', KEYS[i], 'index', index, 'current', count[1] + 1, 'before', count[2])
    redis.call('PEXPIRE', KEYS[i], 2 * window)
  end
end
return { 0, 0, tightest, math.floor(left - 1), reset }`);

/**
 * Counts one call against allowances that several processes share.
 * @param lock the key that exists while the caller is banned; null when bans are off
 * @returns null when no allowance counts
 */
export async function countCall(
  allowances: Allowance[],
  windowSeconds: number,
  lock: string | null = null,
): Promise<Standing | null> {
  const counted = allowances.filter(({ limit }) => limit > 0);
  if (counted.length === 0) return null;
  const answer = await COUNT(
    [...counted.map(({ key }) => `calls:${key}`), ...(lock === null ? [] : [lock])],
    [String(windowSeconds * 1000), ...counted.map(({ limit }) => String(limit))],
  );
  const [lockedSeconds, waitMs, tightest, left, resetMs] = answer as [number, number, number, number, number];
  return { lockedSeconds, waitMs, limit: counted[tightest - 1]!.limit, left, resetMs };
}
