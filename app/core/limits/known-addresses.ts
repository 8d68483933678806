import { createHmac } from 'node:crypto';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { redis, script } from '#app/core/platform/redis.ts';

/** Milliseconds for which an address is known after a login from it. */
const KNOWN_MS = 90 * 24 * 60 * 60 * 1000;
/** Max addresses of one account; the least recently used one is removed. */
const MAX_ADDRESSES = 20;

const REMEMBER = script(`
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - tonumber(ARGV[3]))
redis.call('PEXPIRE', KEYS[1], ARGV[4])`);

const keyOf = (account: string) => `known-addresses:${account}`;

/** The hashed name of an address under its account: readers of Redis do not learn where users log in from. */
function nameOf(account: string, address: string): string {
  const [secret = ''] = config().SESSION_SECRET.split(',');
  return createHmac('sha256', secret).update(`${account} ${address}`).digest('base64url').slice(0, 22);
}

/**
 * Returns whether a user has logged in to an account from an address in the last 90 days; false while Redis
 * is unavailable.
 * @param account its name in keys (`keyed`)
 * @param address as it is counted (`countedAddress`)
 */
export async function isKnownAddress(account: string, address: string): Promise<boolean> {
  const usedAt = await redis()
    .zScore(keyOf(account), nameOf(account, address))
    .catch(() => null);
  return usedAt !== null && usedAt > Date.now() - KNOWN_MS;
}

/** Remembers a login. If that fails, the address is only counted more strictly. */
export async function rememberAddress(account: string, address: string): Promise<void> {
  const args = [nameOf(account, address), String(Date.now()), String(MAX_ADDRESSES), String(KNOWN_MS)];
  await REMEMBER([keyOf(account)], args).catch((error: Error) =>
    logger().warn({ error: error.message }, 'an address is not remembered'),
  );
}
