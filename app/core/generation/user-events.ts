import type { UserEvent } from '#app/contracts/user-events.ts';
import { logger } from '#app/core/platform/logger.ts';
import { redis } from '#app/core/platform/redis.ts';
import { listeners } from './listeners.ts';

export const watchersKey = (userId: string) => `user:${userId}:watchers`;

/**
 * Tells a user's open tabs and devices what happened. Never fails and is never kept: who was away reads the
 * state again.
 */
export async function publishUserEvents(userId: string, events: UserEvent[]): Promise<void> {
  try {
    const channels = await redis().zRangeByScore(watchersKey(userId), Date.now(), '+inf');
    const message = events.map((event) => `@${userId} 0 ${JSON.stringify(event)}`).join('\n');
    await Promise.all(channels.map((channel) => redis().publish(channel, message)));
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'user events were not sent');
  }
}

/**
 * What happens to a user from now on, until the signal aborts.
 * @param signal ends the watch
 */
export async function* watchUser(userId: string, signal: AbortSignal): AsyncGenerator<UserEvent> {
  const feed = listeners().open(`@${userId}`, watchersKey(userId));
  try {
    while (!signal.aborted) {
      // Nothing can be looked up that was missed; the doubt only has to be cleared.
      feed.takeDoubt();
      for (const { entry } of feed.take()) yield JSON.parse(entry) as UserEvent;
      await feed.news(signal);
    }
  } finally {
    feed.close();
  }
}
