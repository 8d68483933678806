import { logger } from '#app/core/platform/logger.ts';
import { countCall } from './window-counter.ts';

/** A user's share of prompts that the operator pays, in an hour. */
const MAX_FURTHER_OFFERS = 20;
const HOUR_SECONDS = 3600;

/**
 * Counts one further offer that is asked because a provider ended an answer without a word, a reason or usage. Each may
 * bill a prompt that its caller does not pay. With Redis away none is asked.
 * @returns false when the user has had 20 of them within an hour
 */
export async function countFurtherOffer(userId: string): Promise<boolean> {
  const allowance = { key: `further:user:${userId}`, limit: MAX_FURTHER_OFFERS };
  const standing = await countCall([allowance], HOUR_SECONDS).catch((error: Error) => {
    logger().warn({ error: error.message }, 'further offers are not counted');
    return null;
  });
  return standing?.waitMs === 0;
}
