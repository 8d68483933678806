import { createClient } from 'redis';
import { logger } from './logger.ts';

/** The only file that opens Redis connections (BullMQ's own are made from `newRedisClient` too). */
export type RedisClient = ReturnType<typeof newRedisClient>;

let shared: RedisClient | undefined;

/**
 * A new connection that reconnects for ever. Commands fail at once while it is away, so that nobody waits
 * for a Redis that is down; callers decide what to do then.
 * @param offlineQueue true to keep commands until the connection is back (BullMQ expects it)
 */
export function newRedisClient(url: string, { offlineQueue = false } = {}) {
  const client = createClient({
    url,
    disableOfflineQueue: !offlineQueue,
    // It would only guard the moment until a command is written, with a timer of its own for each of them.
    commandOptions: { timeout: 0 },
    socket: { reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 1000), connectTimeout: 2000 },
  });
  // Without a listener an 'error' event would end the process.
  client.on('error', (error: Error) => logger().warn({ error: error.message }, 'redis'));
  return client;
}

/** Opens the process's shared connection; resolves at once when Redis is away and keeps trying. */
export async function connectRedis(url: string): Promise<void> {
  shared = newRedisClient(url);
  const connected = shared.connect();
  await Promise.race([connected, new Promise((resolve) => setTimeout(resolve, 1000))]).catch(() => undefined);
}

/** The shared connection opened by `connectRedis`. */
export function redis(): RedisClient {
  if (!shared) throw new Error('connectRedis() has not been called in this process');
  return shared;
}

export async function closeRedis(): Promise<void> {
  const closing = shared;
  shared = undefined;
  if (closing?.isReady) await closing.close();
  else closing?.destroy();
}
