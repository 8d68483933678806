import { createHmac } from 'node:crypto';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { redis, script } from '#app/core/platform/redis.ts';

/** For how long an address is known after somebody signed in from it. */
const KNOWN_MS = 90 * 24 * 60 * 60 * 1000;
/** Of one account; the one that was used longest ago is forgotten. */
const MOST_ADDRESSES = 20;

const REMEMBER = script(`
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - tonumber(ARGV[3]))
redis.call('PEXPIRE', KEYS[1], ARGV[4])`);

const keyOf = (account: string) => `known-addresses:${account}`;

/** An address under its account; nobody who reads Redis learns where somebody signs in from. */
function nameOf(account: string, address: string): string {
  const [secret = ''] = config().SESSION_SECRET.split(',');
  return createHmac('sha256', secret).update(`${account} ${address}`).digest('base64url').slice(0, 22);
}

/**
 * Whether somebody has signed in to an account from an address in the last 90 days. With Redis away nobody has.
 * @param account its name in keys (`keyed`)
 * @param address as it is counted (`countedAddress`)
 */
export async function isKnownAddress(account: string, address: string): Promise<boolean> {
  const usedAt = await redis()
    .zScore(keyOf(account), nameOf(account, address))
    .catch(() => null);
  return usedAt !== null && usedAt > Date.now() - KNOWN_MS;
}

/** Remembers that somebody has signed in. An address that is not remembered is only counted more strictly. */
export async function rememberAddress(account: string, address: string): Promise<void> {
  const args = [nameOf(account, address), String(Date.now()), String(MOST_ADDRESSES), String(KNOWN_MS)];
  await REMEMBER([keyOf(account)], args).catch((error: Error) =>
    logger().warn({ error: error.message }, 'an address is not remembered'),
  );
}
