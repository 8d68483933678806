import { createHash } from 'node:crypto';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { createClient } from 'redis';
import { logger } from './logger.ts';

/** The only file that opens Redis connections (BullMQ's own are made from `newRedisClient` too). */
export type RedisClient = ReturnType<typeof newRedisClient>;

let shared: RedisClient | undefined;

let watch: AbortController | undefined;

const readyListeners = new Set<() => void>();

/** How often the shared connection is asked for a sign of life, and how long that may take. */
const LOOK_MS = 500;

const TIMEOUT_MS = 2000;

/** A connection that is closed may take so long for its last answers. */
const FAREWELL_MS = 1000;

/** After a command that found Redis full it is taken to be full for so long. */
const FULL_MS = 1000;

let fullUntil = -Infinity;

/** The beginning of a script that compares times: `now` is milliseconds by the clock of Redis, the same for all processes. */
export const REDIS_NOW = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
`;

const says = (error: unknown, words: string) => error instanceof Error && error.message.includes(words);

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
  watch?.abort();
  watch = new AbortController();
  await Promise.race([open(url), sleep(1000, undefined, { ref: false })]);
  void replaceWhenSilent(url, watch.signal);
}

/** The shared connection opened by `connectRedis`; to be asked for anew with every command. */
export function redis(): RedisClient {
  if (!shared) throw new Error('connectRedis() has not been called in this process');
  return shared;
}

export async function closeRedis(): Promise<void> {
  watch?.abort();
  const closing = shared;
  shared = undefined;
  if (closing) await endClient(closing);
}

/** Closes a connection when all its commands are answered; one that does not answer is cut. */
export async function endClient(client: RedisClient): Promise<void> {
  if (client.isReady) {
    const closed = client.close().catch(() => undefined);
    await Promise.race([closed, sleep(FAREWELL_MS, undefined, { ref: false })]);
  }
  client.destroy();
}

/** Calls back whenever the shared connection takes commands anew. @returns ends that */
export function onRedisReady(tell: () => void): () => void {
  readyListeners.add(tell);
  return () => readyListeners.delete(tell);
}

async function open(url: string): Promise<void> {
  const client = newRedisClient(url);
  shared = client;
  client.on('ready', () => {
    if (shared === client) for (const tell of readyListeners) tell();
  });
  await client.connect().catch(() => undefined);
}

/**
 * A Redis that takes commands and answers none is as good as away, but nobody would be told: a command waits for its
 * answer for ever. The connection is then given up, which fails all that wait on it, and made anew; until that
 * answers, commands fail at once.
 */
async function replaceWhenSilent(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(LOOK_MS, undefined, { ref: false });
    const client = shared;
    if (!client || signal.aborted || (await answersSoon(client))) continue;
    if (signal.aborted || shared !== client) continue;
    logger().warn('redis does not answer');
    void open(url);
    client.destroy();
  }
}

async function answersSoon(client: RedisClient): Promise<boolean> {
  let answered = false;
  const sign = client.isReady ? client.ping() : new Promise((resolve) => client.once('ready', resolve));
  const sent = sign.then(
    () => (answered = true),
    () => undefined,
  );
  await Promise.race([sent, sleep(TIMEOUT_MS, undefined, { ref: false })]);
  // What has arrived while this process was busy or paused counts.
  if (!answered) await turn();
  return answered;
}

/** Whether Redis has just refused to take any more: it has reached its `maxmemory`, and evicts nothing. */
export function isRedisFull(): boolean {
  return performance.now() < fullUntil;
}

/** A Lua script by its hash, sent whole only to a Redis that does not know it. */
export function script(source: string): (keys: string[], args: string[]) => Promise<unknown> {
  const hash = createHash('sha1').update(source).digest('hex');
  return async (keys, args) => {
    const options = { keys, arguments: args };
    try {
      return await redis().evalSha(hash, options);
    } catch (error) {
      if (!says(error, 'NOSCRIPT')) throw noteFull(error);
      return redis()
        .eval(source, options)
        .catch((refused: unknown) => {
          throw noteFull(refused);
        });
    }
  };
}

function noteFull(error: unknown): unknown {
  if (says(error, 'OOM command not allowed')) fullUntil = performance.now() + FULL_MS;
  return error;
}
