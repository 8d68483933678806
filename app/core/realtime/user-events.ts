import type { NumberedUserEvent, UserEvent } from '#app/contracts/user-events.ts';
import { logger } from '#app/core/platform/logger.ts';
import { atKey, tagOf } from '#app/core/platform/stream-redis.ts';
import { listeners } from './listeners.ts';
import { channelsOf, publish } from './registrations.ts';

/**
 * Seconds after its first event at which an account's event counter expires. A new counter only makes open
 * pages reload.
 */
const COUNTER_LIFETIME_S = 30 * 86_400;

export const watchersKey = (userId: string) => `${tagOf(userId)}user:${userId}:watchers`;
const countKey = (userId: string) => `${tagOf(userId)}user:${userId}:events`;

/**
 * Notifies a user's open tabs and devices. Never fails, and events are not stored: a client that was
 * disconnected notices the gap in the numbers and reads the state again.
 */
export async function publishUserEvents(userId: string, events: UserEvent[]): Promise<void> {
  try {
    const [channels, number] = await Promise.all([channelsOf(watchersKey(userId)), countEvent(userId)]);
    const message = events.map((event) => `@${userId} ${number} ${JSON.stringify(event)}`).join('\n');
    await publish(watchersKey(userId), channels, message);
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'user events were not sent');
  }
}

/** @returns the number of this event; 0 if Redis is full, which publishes all the same */
async function countEvent(userId: string): Promise<number> {
  const key = countKey(userId);
  try {
    const number = await atKey(key, (client) => client.incr(key));
    // Only with the first event, which saves a command for all others.
    if (number === 1) await atKey(key, (client) => client.expire(key, COUNTER_LIFETIME_S));
    return number;
  } catch {
    return 0;
  }
}

/**
 * Number of the account's newest event. A client that reads it first can tell from the numbers of later
 * events whether it missed one.
 * @returns 0 before the first event, and while Redis is away
 */
export async function newestUserEvent(userId: string): Promise<number> {
  const key = countKey(userId);
  try {
    return Number(await atKey(key, (client) => client.get(key)));
  } catch {
    return 0;
  }
}

/**
 * Yields a user's events from now on, until the signal aborts.
 * @param signal ends the watch
 */
export async function* watchUser(userId: string, signal: AbortSignal): AsyncGenerator<NumberedUserEvent> {
  const feed = listeners().open(`@${userId}`, watchersKey(userId));
  try {
    while (!signal.aborted) {
      // Missed events cannot be read again; only the mark has to be cleared.
      feed.takeStale();
      for (const { number, entry } of feed.take()) yield { number, event: JSON.parse(entry) as UserEvent };
      await feed.news(signal);
    }
  } finally {
    feed.close();
  }
}
