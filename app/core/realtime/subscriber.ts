import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from '#app/core/platform/logger.ts';
import {
  answersWithin,
  endClient,
  newRedisClient,
  PING_INTERVAL_MS,
  PING_TIMEOUT_MS,
  type RedisClient,
} from '#app/core/platform/redis.ts';

/** Milliseconds in which a subscriber may connect to its node again before it moves to another one. */
const RECONNECT_MS = 500;
/** Milliseconds after a subscription that failed. */
const RETRY_MS = 500;

interface SubscriberOptions {
  /** Addresses of Redis: one, or nodes of a cluster, any of which receives the messages of all. */
  urls: readonly string[];
  channel: string;
  onMessage(message: string): void;
  /** Called whenever messages arrive from here on; some may have been missed before. */
  onReady(): void;
}

/** The connection that receives the messages of a process. */
export interface Subscriber {
  /** Resolves when it has subscribed for the first time. */
  connected: Promise<void>;
  close(): Promise<void>;
}

/**
 * Subscribes to a channel and reconnects without end. In a cluster it moves to another node when its own is
 * away for a moment, or answers no ping.
 */
export function openSubscriber({ urls, channel, onMessage, onReady }: SubscriberOptions): Subscriber {
  const closing = new AbortController();
  let noteConnected: () => void;
  const connected = new Promise<void>((resolve) => (noteConnected = resolve));
  // Each process begins at another node, so that they share the subscribers.
  let at = Math.floor(Math.random() * urls.length);
  let client = open();

  function open(): RedisClient {
    const opened = newRedisClient(urls[at % urls.length]!, { offlineQueue: true });
    // Connecting fails only for a client that was destroyed.
    opened.connect().then(
      () => subscribe(opened),
      () => undefined,
    );
    return opened;
  }

  async function subscribe(opened: RedisClient): Promise<void> {
    try {
      await opened.subscribe(channel, onMessage);
    } catch (error) {
      if (client !== opened || closing.signal.aborted) return;
      logger().error({ error: (error as Error).message }, 'subscriber');
      await sleep(RETRY_MS, undefined, { ref: false });
      return subscribe(opened);
    }
    noteConnected();
    onReady();
    // The client subscribes again before it is ready again.
    opened.on('ready', onReady);
  }

  async function moveWhenSilent(): Promise<void> {
    const { signal } = closing;
    while (!signal.aborted) {
      await sleep(PING_INTERVAL_MS, undefined, { ref: false });
      const milliseconds = client.isReady ? PING_TIMEOUT_MS : RECONNECT_MS;
      if (signal.aborted || (await answersWithin(client, milliseconds)) || signal.aborted) continue;
      logger().warn('the subscriber moves to another node of the Redis Cluster');
      const former = client;
      at += 1;
      client = open();
      former.destroy();
    }
  }

  if (urls.length > 1) void moveWhenSilent();
  return {
    connected,
    async close() {
      closing.abort();
      await endClient(client);
    },
  };
}
