import { logger } from '#app/core/platform/logger.ts';
import { countCall } from './window-counter.ts';

/** A user's share, in each window, of calls that a provider may bill and the user does not pay in full. */
const SHARES = {
  further: { limit: 20, seconds: 3600 },
  unseen: { limit: 5, seconds: 600 },
} as const;

/**
 * Counts one further offer that is asked because a provider ended an answer without a word, a reason or usage. Each may
 * bill a prompt that its caller does not pay. With Redis away none is asked.
 * @returns false when the user has had 20 of them within an hour
 */
export const countFurtherOffer = async (userId: string): Promise<boolean> =>
  (await isWithin('further', userId)) ?? false;

/**
 * Counts one call that its user leaves while its model may think unseen. With Redis away none is counted.
 * @returns false when the user has left five of them within ten minutes
 */
export const countUnseenLeave = async (userId: string): Promise<boolean> =>
  (await isWithin('unseen', userId)) ?? true;

/** @returns null with Redis away */
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
