import { config } from '#app/core/platform/config.ts';
import { streamUrls } from '#app/core/platform/stream-redis.ts';
import { closeQueue, openQueue } from '#app/core/queue/enqueue.ts';
import { startListening, stopListening } from '#app/core/realtime/listeners.ts';

let users = 0;

/**
 * Opens the queue and the listeners of this process once for all their users in a test file: engine and API.
 */
export function openConnections(): void {
  users += 1;
  if (users > 1) return;
  const settings = config();
  openQueue(settings.REDIS_URL);
  startListening(...streamUrls(settings));
}

/** Closes them when the last user is done. */
export async function closeConnections(): Promise<void> {
  users -= 1;
  if (users > 0) return;
  await closeQueue();
  await stopListening();
}
