import { AppError } from '#app/contracts/errors.ts';
import { banUser } from '#app/core/accounts/bans.ts';
import { recordAudit } from '#app/core/accounts/audit.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { redis, script } from '#app/core/platform/redis.ts';
import { countedAddress } from '#app/core/platform/throttle.ts';
import { transaction } from '#db/transaction.ts';

/** Points for reaching a limit. Clients of the API retry automatically after a 429, people do not. */
const POINTS = { message: 1, try: 1, call: 0.05 } as const;

/** Adds points to a score that restarts with each window. Returns the score. */
const SCORE = script(`
local score = redis.call('INCRBYFLOAT', KEYS[1], ARGV[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return score`);

/** The key that exists while an address is banned. */
export const banKey = (address: string) => `ban:address:${countedAddress(address)}`;

/** The violator: an account, or an address without a login. */
type Violator = { userId: string } | { address: string };

/**
 * Adds the points of a violation to the violator's score, in the background. At LIMIT_BAN_SCORE it is banned
 * for LIMIT_BAN_MINUTES: an account everywhere, an address from logging in, registering and calling. A login
 * attempt counts for the address alone, so that no stranger can get an account banned.
 */
export function countViolation(who: Violator, kind: keyof typeof POINTS): void {
  score(who, POINTS[kind]).catch((error: Error) =>
    logger().warn({ error: error.message }, 'a violation was not counted'),
  );
}

async function score(who: Violator, points: number): Promise<void> {
  const { LIMIT_BAN_SCORE, LIMIT_BAN_WINDOW, LIMIT_BAN_MINUTES } = config();
  if (LIMIT_BAN_SCORE === 0) return;
  const key = 'userId' in who ? `score:user:${who.userId}` : `score:address:${countedAddress(who.address)}`;
  const reached = Number(await SCORE([key], [String(points), String(LIMIT_BAN_WINDOW * 1000)]));
  if (reached < LIMIT_BAN_SCORE) return;
  if ('userId' in who) await banAccount(who.userId, LIMIT_BAN_MINUTES);
  else await banAddress(who.address, LIMIT_BAN_MINUTES);
  await redis().del(key);
}

async function banAddress(address: string, minutes: number): Promise<void> {
  await redis().set(banKey(address), '1', { expiration: { type: 'EX', value: minutes * 60 } });
  logger().warn({ minutes }, 'an address is banned');
}

/** An account's ban is a row like one that the operator sets, so that `unban` lifts it. */
async function banAccount(userId: string, minutes: number): Promise<void> {
  const until = new Date(Date.now() + minutes * 60_000);
  await transaction(async (tx) => {
    await banUser(tx, { userId, until, reason: 'limits' });
    const detail = { until: until.toISOString(), reason: 'limits' };
    await recordAudit(tx, { actor: 'system:limits', action: 'ban', subjectId: userId, detail });
  });
  logger().warn({ userId, minutes }, 'an account is banned');
}

/**
 * Checks whether an address is banned. While Redis is unavailable none is.
 * @throws AppError ban
 */
export async function assertNotBanned(address: string): Promise<void> {
  if (config().LIMIT_BAN_SCORE === 0) return;
  const seconds = await redis()
    .ttl(banKey(address))
    .catch(() => -2);
  if (seconds > 0) throw banned(seconds);
}

/** The error for a ban with this many seconds left. */
export function banned(seconds: number): AppError {
  return new AppError('ban', { retryAfterSeconds: seconds });
}
