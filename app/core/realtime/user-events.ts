import type { NumberedUserEvent, UserEvent } from '#app/contracts/user-events.ts';
import { logger } from '#app/core/platform/logger.ts';
import { redis } from '#app/core/platform/redis.ts';
import { listeners } from './listeners.ts';
import { channelsOf } from './registrations.ts';

/** How long the acts of an account are counted on. A count that begins anew only makes open pages read again. */
const COUNTED_S = 30 * 86_400;

export const watchersKey = (userId: string) => `user:${userId}:watchers`;
const countKey = (userId: string) => `user:${userId}:events`;

/**
 * Tells a user's open tabs and devices what happened. Never fails and is never kept: who was away sees by the
 * number that something was missed, and reads the state again.
 */
export async function publishUserEvents(userId: string, events: UserEvent[]): Promise<void> {
  try {
    const [channels, number] = await Promise.all([channelsOf(watchersKey(userId)), countAct(userId)]);
    const message = events.map((event) => `@${userId} ${number} ${JSON.stringify(event)}`).join('\n');
    await Promise.all(channels.map((channel) => redis().publish(channel, message)));
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'user events were not sent');
  }
}

/** @returns the number of this act; 0 from a Redis that is full, which publishes all the same */
async function countAct(userId: string): Promise<number> {
  const key = countKey(userId);
  try {
    const number = await redis().incr(key);
    // With the first act alone, which spares the others a command.
    if (number === 1) await redis().expire(key, COUNTED_S);
    return number;
  } catch {
    return 0;
  }
}

/**
 * The number of the account's newest event. Who reads it before anything else knows by the numbers of later events
 * whether one was missed since.
 * @returns 0 before the first event, and while Redis is away
 */
export async function newestUserEvent(userId: string): Promise<number> {
  try {
    return Number(await redis().get(countKey(userId)));
  } catch {
    return 0;
  }
}

/**
 * What happens to a user from now on, until the signal aborts.
 * @param signal ends the watch
 */
export async function* watchUser(userId: string, signal: AbortSignal): AsyncGenerator<NumberedUserEvent> {
  const feed = listeners().open(`@${userId}`, watchersKey(userId));
  try {
    while (!signal.aborted) {
      // Nothing can be looked up that was missed; the mark only has to be cleared.
      feed.takeStale();
      for (const { number, entry } of feed.take()) yield { number, event: JSON.parse(entry) as UserEvent };
      await feed.news(signal);
    }
  } finally {
    feed.close();
  }
}
