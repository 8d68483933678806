import { logger } from '#app/core/platform/logger.ts';
import { newId } from '#app/core/platform/ids.ts';
import { atKey, groupByTag, onStreamRedisReady, tagOfKey } from '#app/core/platform/stream-redis.ts';
import { register, RENEW_MS } from './registrations.ts';
import { openSubscriber } from './subscriber.ts';

/** Max characters buffered for a slow reader; it reads the rest in the log. */
const MAX_RECEIVED = 1024 * 1024;
/** One published line: `<topic> <number> <entry>`. */
export interface Received {
  number: number;
  entry: string;
}

/** The messages of one topic for one reader. */
export interface Feed {
  /** Returns the messages since the last call, in order. */
  take(): Received[];
  /** True once after the connection was lost, or when it is time to check for missed messages. */
  takeStale(): boolean;
  /**
   * False while its registration cannot be renewed, because its Redis is away or full: no messages arrive
   * then.
   */
  isHeld(): boolean;
  /** Resolves at the next message, when it is marked stale, or when the signal aborts. */
  news(signal: AbortSignal): Promise<void>;
  /** @param isOver no further message will follow: the registration may expire by itself */
  close(isOver?: boolean): void;
}

interface OpenFeed extends Feed {
  receive(received: Received): void;
  markStale(): void;
  /** Marks it stale if no message arrived since the last call. */
  markStaleIfSilent(): void;
}

interface Topic {
  key: string;
  feeds: Set<OpenFeed>;
}

interface Listeners {
  open(topic: string, key: string): Feed;
  close(): Promise<void>;
}

let current: Listeners | undefined;

export function listeners(): Listeners {
  if (!current) throw new Error('startListening() has not been called in this process');
  return current;
}

/** Closes the subscriber; open feeds receive nothing more. */
export async function stopListening(): Promise<void> {
  await current?.close();
}

/**
 * Opens this process's single subscriber on its single channel. Publishers look up the listening channels.
 * @param urls the Redis of the streams: one address, or those of the nodes of a cluster
 */
export function startListening(...urls: string[]): void {
  const channel = `web:${newId()}`;
  const topics = new Map<string, Topic>();
  /** Tags whose Redis does not accept registrations. */
  const away = new Set<string>();
  const subscriber = openSubscriber({
    urls,
    channel,
    onMessage: (message) => deliver(topics, message),
    // A subscriber that was disconnected may have missed messages.
    onReady: () => markAllStale(topics.values()),
  });
  const renewal = setInterval(() => void renew(), RENEW_MS);
  // At once when their Redis is back: registrations have expired meanwhile.
  const stopWaiting = onStreamRedisReady((tags) => {
    for (const tag of tags) away.add(tag);
    void renew(tags);
  });

  /**
   * Registers topics with the same tag.
   * @returns false if their Redis does not accept it
   */
  async function registerTopics(tag: string, listening: Topic[]): Promise<boolean> {
    try {
      await register(
        channel,
        listening.map(({ key }) => key),
      );
      return true;
    } catch (error) {
      away.add(tag);
      logger().warn({ error: (error as Error).message }, 'registration of readers');
      return false;
    }
  }

  /**
   * Renews registrations (an emptied Redis loses them) and lets readers check for missed messages: silent
   * readers, or all of them after their Redis was away.
   * @param tags of the registrations; all of them by default
   */
  async function renew(tags?: string[]): Promise<void> {
    const groups = groupByTag(topics.values(), ({ key }) => key);
    const all = tags ?? [...new Set([...groups.keys(), ...away])];
    await Promise.all(all.map((tag) => renewTag(tag, groups.get(tag) ?? [])));
  }

  async function renewTag(tag: string, listening: Topic[]): Promise<void> {
    if ((await registerTopics(tag, listening)) && away.delete(tag)) markAllStale(listening);
    for (const { feeds } of listening) for (const feed of feeds) feed.markStaleIfSilent();
  }

  let opening: { topic: Topic; feed: OpenFeed }[] = [];
  /** Registers readers that open together, before they read the log: later entries reach them as messages. */
  async function admit(): Promise<void> {
    await subscriber.connected;
    const opened = opening.filter(({ topic }) => topic.feeds.size > 0);
    opening = [];
    for (const [tag, group] of groupByTag(opened, ({ topic }) => topic.key)) void admitGroup(tag, group);
  }

  async function admitGroup(tag: string, opened: { topic: Topic; feed: OpenFeed }[]): Promise<void> {
    await registerTopics(
      tag,
      opened.map(({ topic }) => topic),
    );
    for (const { feed } of opened) feed.markStale();
  }
  current = {
    open(name, key) {
      const topic = topics.get(name) ?? { key, feeds: new Set() };
      topics.set(name, topic);
      const onClose = (isOver: boolean) => {
        topic.feeds.delete(feed);
        if (topic.feeds.size > 0 || topics.get(name) !== topic) return;
        topics.delete(name);
        if (isOver) return;
        atKey(key, (client) => client.zRem(key, channel)).catch(() => undefined);
      };
      const feed = createFeed(onClose, () => !away.has(tagOfKey(key)));
      topic.feeds.add(feed);
      if (opening.push({ topic, feed }) === 1) setImmediate(() => void admit());
      return feed;
    },
    async close() {
      current = undefined;
      clearInterval(renewal);
      stopWaiting();
      await subscriber.close();
    },
  };
}

function deliver(topics: Map<string, Topic>, message: string): void {
  for (const line of message.split('\n')) {
    const nameEnd = line.indexOf(' ');
    const numberEnd = line.indexOf(' ', nameEnd + 1);
    const topic = topics.get(line.slice(0, nameEnd));
    if (!topic) continue;
    const received = { number: Number(line.slice(nameEnd + 1, numberEnd)), entry: line.slice(numberEnd + 1) };
    for (const feed of topic.feeds) feed.receive(received);
  }
}

function markAllStale(topics: Iterable<Topic>): void {
  for (const topic of topics) for (const feed of topic.feeds) feed.markStale();
}

function createFeed(onClose: (isOver: boolean) => void, isHeld: () => boolean): OpenFeed {
  let received: Received[] = [];
  let receivedCharacters = 0;
  let stale = false;
  let silent = true;
  let wake: (() => void) | undefined;
  /** The signal whose abort wakes it: one listener for a whole reply instead of one for each token. */
  let watched: AbortSignal | undefined;
  const onAbort = () => wake?.();
  function markStale(): void {
    stale = true;
    wake?.();
  }
  return {
    receive(one) {
      silent = false;
      receivedCharacters += one.entry.length;
      if (receivedCharacters > MAX_RECEIVED) {
        received = [];
        receivedCharacters = 0;
        stale = true;
      } else received.push(one);
      wake?.();
    },
    markStale,
    markStaleIfSilent() {
      if (silent) markStale();
      silent = true;
    },
    take() {
      const messages = received;
      received = [];
      receivedCharacters = 0;
      return messages;
    },
    takeStale() {
      const was = stale;
      stale = false;
      return was;
    },
    isHeld,
    news(signal) {
      if (received.length > 0 || stale || signal.aborted) return Promise.resolve();
      if (signal !== watched) {
        watched?.removeEventListener('abort', onAbort);
        signal.addEventListener('abort', onAbort);
        watched = signal;
      }
      return new Promise((resolve) => {
        wake = () => {
          wake = undefined;
          resolve();
        };
      });
    },
    close(isOver = false) {
      watched?.removeEventListener('abort', onAbort);
      onClose(isOver);
    },
  };
}
