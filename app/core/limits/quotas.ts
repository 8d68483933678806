import { AppError } from '#app/contracts/errors.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { isRedisFull } from '#app/core/platform/redis.ts';
import { countedAddress, type Allowance } from '#app/core/platform/throttle.ts';
import { assertNotBanned, banKey, banned, countViolation } from './violations.ts';
import { countCall, type Standing } from './window-counter.ts';

/** The caller of a chat message, a call of the public API, or a quote for one of them. */
export interface Caller {
  userId: string;
  /** As the connection states it, behind TRUST_PROXY. */
  address: string;
  /** The key of the public API; null in the chat. */
  keyId: string | null;
  /** True for a text that is only counted: it costs no money, so it has limits of its own. */
  isQuote?: boolean;
}

/** Memory becomes free by itself as logs expire. */
const FULL_SECONDS = 5;

/** Max calls of a user, in each window, that a provider may bill and the user does not pay in full. */
const SHARES = {
  further: { limit: 20, seconds: 3600 },
  unseen: { limit: 5, seconds: 600 },
} as const;

/**
 * Counts one further offer that is tried because a provider ended an answer without text, reason or usage.
 * Each may bill a prompt that its caller does not pay. While Redis is unavailable none is tried.
 * @returns false when the user has had 20 of them within an hour
 */
export const countFurtherOffer = async (userId: string): Promise<boolean> =>
  (await isWithin('further', userId)) ?? false;

/**
 * Counts one call that its user leaves while its model may be reasoning unseen. While Redis is unavailable
 * none is counted.
 * @returns false when the user has left five of them within ten minutes
 */
export const countUnseenLeave = async (userId: string): Promise<boolean> =>
  (await isWithin('unseen', userId)) ?? true;

/** Max searches of a user in a window: more than a person who types makes. */
const SEARCHES = { limit: 120, seconds: 60 };

/**
 * Counts a search in messages. While Redis is unavailable nothing is counted.
 * @throws AppError message_limit as `consumeQuota`
 */
export async function consumeSearchQuota(userId: string): Promise<void> {
  const { limit, seconds } = SEARCHES;
  const standing = await countCall([{ key: `search:user:${userId}`, limit }], seconds).catch(
    (error: Error) => {
      logger().warn({ error: error.message }, 'searches are not counted');
      return null;
    },
  );
  if (standing && standing.waitMs > 0) throw tooMany(standing, seconds);
}

/**
 * Counts a call against the limits of its account, key and address. While Redis is unavailable nothing is
 * counted: a call that pays for itself is not a password guess, and must be accepted all the same. While
 * Redis is full no call is accepted: its answer could reach no reader, and would take the memory that running
 * replies need.
 * @returns the caller's standing; null when no limit is set
 * @throws AppError message_limit with `max`, `windowInMinutes` and the seconds to wait; ban; unavailable when
 * Redis is full
 */
export async function consumeQuota(caller: Caller): Promise<Standing | null> {
  const { allowances, windowSeconds } = allowancesOf(caller);
  const lock = config().LIMIT_BAN_SCORE === 0 ? null : banKey(caller.address);
  const standing = await countCall(allowances, windowSeconds, lock).catch((error: Error) => {
    logger().warn({ error: error.message }, 'calls are not counted');
    return null;
  });
  if (isRedisFull()) throw new AppError('unavailable', { retryAfterSeconds: FULL_SECONDS });
  if (!standing) await assertNotBanned(caller.address);
  else if (standing.lockedSeconds > 0) throw banned(standing.lockedSeconds);
  if (!standing || standing.waitMs === 0) return standing;
  countViolation({ userId: caller.userId }, caller.keyId === null && !caller.isQuote ? 'message' : 'call');
  throw tooMany(standing, windowSeconds);
}

/**
 * Counts a change of a user's data (titles, texts, drafts, keys) against a limit of the account. It calls no
 * model, so it has a limit of its own, and reaching it causes no ban. While Redis is unavailable nothing is
 * counted.
 * @throws AppError message_limit as `consumeQuota`
 */
export function consumeWriteQuota(userId: string): Promise<void> {
  const { LIMIT_WRITES: limit, LIMIT_WRITES_WINDOW: windowSeconds } = config();
  return consume({ key: `write:user:${userId}`, limit }, windowSeconds);
}

/**
 * Counts a link to a shared chat that a user creates or updates: each copies a chat. While Redis is
 * unavailable nothing is counted.
 * @throws AppError message_limit as `consumeQuota`
 */
export function consumeShareQuota(userId: string): Promise<void> {
  const { LIMIT_SHARES: limit, LIMIT_SHARES_WINDOW: windowSeconds } = config();
  return consume({ key: `share:user:${userId}`, limit }, windowSeconds);
}

/**
 * Counts a view of a shared chat, whether its link exists or not. While Redis is unavailable nothing is
 * counted.
 * @throws AppError message_limit as `consumeQuota`
 */
export function consumeViewQuota(address: string): Promise<void> {
  const { LIMIT_SHARE_VIEWS: limit, LIMIT_SHARE_VIEWS_WINDOW: windowSeconds } = config();
  return consume({ key: `share:address:${countedAddress(address)}`, limit }, windowSeconds);
}

async function consume(allowance: Allowance, windowSeconds: number): Promise<void> {
  const standing = await countCall([allowance], windowSeconds).catch((error: Error) => {
    logger().warn({ error: error.message }, 'changes and views are not counted');
    return null;
  });
  if (standing && standing.waitMs > 0) throw tooMany(standing, windowSeconds);
}

function tooMany({ limit, waitMs }: Standing, windowSeconds: number): AppError {
  const windowInMinutes = Math.round((windowSeconds / 60) * 100) / 100;
  return new AppError('message_limit', {
    message: `You have a limit of ${limit} request(s) per ${windowInMinutes} minute(s).`,
    params: { max: limit, windowInMinutes },
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}

function allowancesOf({ userId, address, keyId, isQuote }: Caller): {
  allowances: Allowance[];
  windowSeconds: number;
} {
  const settings = config();
  const from = countedAddress(address);
  if (isQuote) {
    return {
      windowSeconds: settings.LIMIT_QUOTES_WINDOW,
      allowances: [
        { key: `quote:user:${userId}`, limit: settings.LIMIT_QUOTES },
        { key: `quote:address:${from}`, limit: settings.LIMIT_QUOTES_ADDRESS },
      ],
    };
  }
  if (keyId === null) {
    return {
      windowSeconds: settings.LIMIT_CHAT_WINDOW,
      allowances: [
        { key: `chat:user:${userId}`, limit: settings.LIMIT_CHAT_MESSAGES },
        { key: `chat:address:${from}`, limit: settings.LIMIT_CHAT_MESSAGES_ADDRESS },
      ],
    };
  }
  return {
    windowSeconds: settings.LIMIT_API_WINDOW,
    allowances: [
      { key: `api:user:${userId}`, limit: settings.LIMIT_API_CALLS },
      { key: `api:key:${keyId}`, limit: settings.LIMIT_API_CALLS_KEY },
      { key: `api:address:${from}`, limit: settings.LIMIT_API_CALLS_ADDRESS },
    ],
  };
}

/** @returns null while Redis is unavailable */
async function isWithin(share: keyof typeof SHARES, userId: string): Promise<boolean | null> {
  const { limit, seconds } = SHARES[share];
  try {
    const standing = await countCall([{ key: `${share}:user:${userId}`, limit }], seconds);
    return standing?.waitMs === 0;
  } catch (error) {
    logger().warn({ share, error: (error as Error).message }, 'unpaid prompts are not counted');
    return null;
  }
}
