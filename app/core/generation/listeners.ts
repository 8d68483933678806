import { logger } from '#app/core/platform/logger.ts';
import { newRedisClient, redis, type RedisClient } from '#app/core/platform/redis.ts';
import { newId } from '#app/core/platform/ids.ts';

/** How long a registration in Redis lasts, and how often it is renewed. */
const LEASE_MS = 6000;
const RENEW_MS = 1500;

/** One published line: `<topic> <number> <entry>`. */
export interface Heard {
  number: number;
  entry: string;
}

/** What one reader hears of one topic. */
export interface Feed {
  /** What arrived since the last call, in order. */
  take(): Heard[];
  /** True once after the connection was lost, or when it is time to look whether something was missed. */
  takeDoubt(): boolean;
  /** Resolves at the next news, at the next doubt, or when the signal aborts. */
  news(signal: AbortSignal): Promise<void>;
  close(): void;
}

interface OpenFeed extends Feed {
  hear(heard: Heard): void;
  doubt(): void;
  /** Doubts when nothing was heard since the last call. */
  doubtIfSilent(): void;
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

/** Closes the subscriber; open feeds hear nothing more. */
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
  subscriber.on('ready', () => doubtAll(topics));
  const renewal = setInterval(() => void renew(channel, topics), RENEW_MS);
  current = {
    open(name, key) {
      const topic = topics.get(name) ?? { key, feeds: new Set() };
      topics.set(name, topic);
      const feed = createFeed(() => {
        topic.feeds.delete(feed);
        if (topic.feeds.size > 0 || topics.get(name) !== topic) return;
        topics.delete(name);
        redis()
          .zRem(key, channel)
          .catch(() => undefined);
      });
      topic.feeds.add(feed);
      // Registered before the reader looks at the log: what is appended afterwards is heard.
      void connected.then(() => register(channel, [topic])).then(() => feed.doubt());
      return feed;
    },
    async close() {
      current = undefined;
      clearInterval(renewal);
      await endSubscriber(subscriber);
    },
  };
}

function deliver(topics: Map<string, Topic>, message: string): void {
  for (const line of message.split('\n')) {
    const nameEnd = line.indexOf(' ');
    const numberEnd = line.indexOf(' ', nameEnd + 1);
    const topic = topics.get(line.slice(0, nameEnd));
    if (!topic) continue;
    const heard = { number: Number(line.slice(nameEnd + 1, numberEnd)), entry: line.slice(numberEnd + 1) };
    for (const feed of topic.feeds) feed.hear(heard);
  }
}

function doubtAll(topics: Map<string, Topic>): void {
  for (const topic of topics.values()) for (const feed of topic.feeds) feed.doubt();
}

/** Renews every registration (an emptied Redis forgets them) and lets silent readers look for what they missed. */
async function renew(channel: string, topics: Map<string, Topic>): Promise<void> {
  await register(channel, [...topics.values()]);
  for (const topic of topics.values()) for (const feed of topic.feeds) feed.doubtIfSilent();
}

async function register(channel: string, topics: Topic[]): Promise<void> {
  try {
    const score = Date.now() + LEASE_MS;
    const batch = redis().multi();
    for (const { key } of topics) batch.zAdd(key, { score, value: channel }).pExpire(key, LEASE_MS);
    if (topics.length > 0) await batch.execAsPipeline();
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'registration of readers');
  }
}

function createFeed(onClose: () => void): OpenFeed {
  let heard: Heard[] = [];
  let doubted = false;
  let silent = true;
  let wake: (() => void) | undefined;
  function doubt(): void {
    doubted = true;
    wake?.();
  }
  return {
    hear(one) {
      heard.push(one);
      silent = false;
      wake?.();
    },
    doubt,
    doubtIfSilent() {
      if (silent) doubt();
      silent = true;
    },
    take() {
      const taken = heard;
      heard = [];
      return taken;
    },
    takeDoubt() {
      const was = doubted;
      doubted = false;
      return was;
    },
    news(signal) {
      if (heard.length > 0 || doubted || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const done = () => {
          wake = undefined;
          signal.removeEventListener('abort', done);
          resolve();
        };
        wake = done;
        signal.addEventListener('abort', done, { once: true });
      });
    },
    close: onClose,
  };
}

async function endSubscriber(subscriber: RedisClient): Promise<void> {
  if (subscriber.isReady) await subscriber.close().catch(() => undefined);
  else subscriber.destroy();
}
