import { logger } from '#app/core/platform/logger.ts';
import { endClient, newRedisClient, redis } from '#app/core/platform/redis.ts';
import { newId } from '#app/core/platform/ids.ts';
import { sharedNow } from '#app/core/platform/process/clock.ts';
import { REDIS_NOW, script } from '#app/core/platform/redis-script.ts';

/** How long a registration in Redis lasts, and how often it is renewed. */
const LEASE_MS = 6000;
const RENEW_MS = 1500;
/** Characters that are kept for a reader who is slower than what arrives; what is more he reads in the log. */
const MOST_RECEIVED = 1024 * 1024;
/** Registrations in one script call. */
const MAX_KEYS = 1000;

/** Puts a channel among those that listen to each key, with the moment until which it does. */
const REGISTER = script(`${REDIS_NOW}
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[2], ARGV[1])
  redis.call('PEXPIRE', key, ARGV[2])
end`);

const COUNT = script(`${REDIS_NOW}
local counts = {}
for index, key in ipairs(KEYS) do counts[index] = redis.call('ZCOUNT', key, now, '+inf') end
return counts`);

/** The channels that listen to a key. @throws when Redis is away */
export function channelsOf(key: string): Promise<string[]> {
  return redis().zRangeByScore(key, sharedNow(), '+inf');
}

/** How many web processes listen to each key. @throws when Redis is away */
export async function countListeners(keys: string[]): Promise<number[]> {
  const counts: number[] = [];
  for (let at = 0; at < keys.length; at += MAX_KEYS)
    counts.push(...((await COUNT(keys.slice(at, at + MAX_KEYS), [])) as number[]));
  return counts;
}

/** One published line: `<topic> <number> <entry>`. */
export interface Received {
  number: number;
  entry: string;
}

/** What one reader receives of one topic. */
export interface Feed {
  /** What arrived since the last call, in order. */
  take(): Received[];
  /** True once after the connection was lost, or when it is time to look whether something was missed. */
  takeStale(): boolean;
  /** Resolves at the next news, when it is marked stale, or when the signal aborts. */
  news(signal: AbortSignal): Promise<void>;
  /** @param isOver nothing will be said any more: the registration may as well expire by itself */
  close(isOver?: boolean): void;
}

interface OpenFeed extends Feed {
  receive(received: Received): void;
  markStale(): void;
  /** Marks it stale when nothing was received since the last call. */
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

/** Opens this process's one subscriber on its one channel. Whoever publishes looks up who is interested. */
export function startListening(url: string): void {
  const channel = `web:${newId()}`;
  const topics = new Map<string, Topic>();
  const subscriber = newRedisClient(url, { offlineQueue: true });
  const connected = subscriber
    .connect()
    .then(() => subscriber.subscribe(channel, (message) => deliver(topics, message)))
    .catch((error: Error) => logger().error({ error: error.message }, 'subscriber'));
  // A subscriber that was away has missed something, whatever it was.
  subscriber.on('ready', () => markAllStale(topics));
  const renewal = setInterval(() => void renew(channel, topics), RENEW_MS);
  let opening: { topic: Topic; feed: OpenFeed }[] = [];
  /** Readers of one moment are registered together, before they look at the log: what is appended later is received. */
  async function admit(): Promise<void> {
    await connected;
    const opened = opening.filter(({ topic }) => topic.feeds.size > 0);
    opening = [];
    await register(
      channel,
      opened.map(({ topic }) => topic),
    );
    for (const { feed } of opened) feed.markStale();
  }
  current = {
    open(name, key) {
      const topic = topics.get(name) ?? { key, feeds: new Set() };
      topics.set(name, topic);
      const feed = createFeed((isOver) => {
        topic.feeds.delete(feed);
        if (topic.feeds.size > 0 || topics.get(name) !== topic) return;
        topics.delete(name);
        if (isOver) return;
        redis()
          .zRem(key, channel)
          .catch(() => undefined);
      });
      topic.feeds.add(feed);
      if (opening.push({ topic, feed }) === 1) setImmediate(() => void admit());
      return feed;
    },
    async close() {
      current = undefined;
      clearInterval(renewal);
      await endClient(subscriber);
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

function markAllStale(topics: Map<string, Topic>): void {
  for (const topic of topics.values()) for (const feed of topic.feeds) feed.markStale();
}

/** Renews every registration (an emptied Redis forgets them) and lets silent readers look for what they missed. */
async function renew(channel: string, topics: Map<string, Topic>): Promise<void> {
  await register(channel, [...topics.values()]);
  for (const topic of topics.values()) for (const feed of topic.feeds) feed.markStaleIfSilent();
}

async function register(channel: string, topics: Topic[]): Promise<void> {
  try {
    for (let at = 0; at < topics.length; at += MAX_KEYS) {
      const keys = topics.slice(at, at + MAX_KEYS).map(({ key }) => key);
      await REGISTER(keys, [channel, String(LEASE_MS)]);
    }
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'registration of readers');
  }
}

function createFeed(onClose: (isOver: boolean) => void): OpenFeed {
  let received: Received[] = [];
  let receivedCharacters = 0;
  let stale = false;
  let silent = true;
  let wake: (() => void) | undefined;
  /** Whose abort wakes it: one listener for a whole reply, not one for each of its tokens. */
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
      if (receivedCharacters > MOST_RECEIVED) {
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
      const taken = received;
      received = [];
      receivedCharacters = 0;
      return taken;
    },
    takeStale() {
      const was = stale;
      stale = false;
      return was;
    },
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
