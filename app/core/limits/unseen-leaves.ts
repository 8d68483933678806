import { logger } from '#app/core/platform/logger.ts';
import { countCall } from './window-counter.ts';

/** So many calls of models that think unseen are canceled when their user leaves them, in ten minutes. */
const MAX_LEAVES = 5;
const WINDOW_SECONDS = 600;

/**
 * Counts one call that its user leaves while its model may think unseen. With Redis away none is counted.
 * @returns false when the user has left five of them within ten minutes
 */
export async function countUnseenLeave(userId: string): Promise<boolean> {
  const allowance = { key: `unseen:user:${userId}`, limit: MAX_LEAVES };
  const standing = await countCall([allowance], WINDOW_SECONDS).catch((error: Error) => {
    logger().warn({ error: error.message }, 'calls that are left are not counted');
    return null;
  });
  return !standing || standing.waitMs === 0;
}
