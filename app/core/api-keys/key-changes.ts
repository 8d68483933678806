import { listeners } from '#app/core/realtime/listeners.ts';
import { channelsOf, publish } from '#app/core/realtime/registrations.ts';
import { logger } from '#app/core/platform/logger.ts';
import { tagOf } from '#app/core/platform/stream-redis.ts';
import { knownKeys } from './known-keys.ts';

const TOPIC = '#api-keys';
/** The key of the channels of the web processes. */
const watchersKey = () => `${tagOf(TOPIC)}api-keys:watchers`;

/**
 * Makes every web process forget its cached copy of a key. Call it after the commit. Never fails: a process
 * that misses the message reads the key again within a second.
 */
export async function announceKeyChange(valueHash: string): Promise<void> {
  knownKeys.forget(valueHash);
  try {
    await publish(watchersKey(), await channelsOf(watchersKey()), `${TOPIC} 0 ${valueHash}`);
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'change of a key was not announced');
  }
}

/** Forgets cached keys when their changes are announced, until the signal aborts. Needs `startListening`. */
export async function watchKeyChanges(signal: AbortSignal): Promise<void> {
  const feed = listeners().open(TOPIC, watchersKey());
  while (!signal.aborted) {
    if (feed.takeStale()) knownKeys.clear();
    for (const { entry } of feed.take()) knownKeys.forget(entry);
    await feed.news(signal);
  }
  feed.close();
}
