import { AppError } from '#app/contracts/errors.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { countedAddress, type Allowance } from '#app/core/platform/throttle.ts';
import { countCall, type Standing } from './window-counter.ts';
import { assertNotBanned, banKey, banned, countViolation } from './violations.ts';

/** Who makes a call: a message in the chat, or a call of the public API. */
export interface Caller {
  userId: string;
  /** As the connection has it, behind TRUST_PROXY. */
  address: string;
  /** The key of the public API; null in the chat. */
  keyId: string | null;
}

/**
 * Counts a call against the limits of its account, key and address. With Redis away nothing is counted: a call that
 * pays for itself is no guess at a password, and has to be taken on all the same.
 * @returns how the caller stands; null when no limit is set
 * @throws AppError message_limit with `max`, `windowInMinutes` and the seconds to wait; ban
 */
export async function takeCall(caller: Caller): Promise<Standing | null> {
  const { allowances, windowSeconds } = allowancesOf(caller);
  const lock = config().LIMIT_BAN_SCORE === 0 ? null : banKey(caller.address);
  const standing = await countCall(allowances, windowSeconds, lock).catch((error: Error) => {
    logger().warn({ error: error.message }, 'calls are not counted');
    return null;
  });
  if (!standing) await assertNotBanned(caller.address);
  else if (standing.lockedSeconds > 0) throw banned(standing.lockedSeconds);
  if (!standing || standing.waitMs === 0) return standing;
  countViolation({ userId: caller.userId }, caller.keyId === null ? 'message' : 'call');
  const windowInMinutes = Math.round((windowSeconds / 60) * 100) / 100;
  throw new AppError('message_limit', {
    message: `You have a cap of ${standing.limit} call(s) per ${windowInMinutes} minute(s).`,
    params: { max: standing.limit, windowInMinutes },
    retryAfterSeconds: Math.ceil(standing.waitMs / 1000),
  });
}

function allowancesOf({ userId, address, keyId }: Caller): {
  allowances: Allowance[];
  windowSeconds: number;
} {
  const settings = config();
  const from = countedAddress(address);
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
