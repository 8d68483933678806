import { createHash } from 'node:crypto';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { createClient } from 'redis';
import { logger } from './logger.ts';

/** This is the only file that opens Redis connections (BullMQ's own are made with `newRedisClient` too). */
export type RedisClient = ReturnType<typeof newRedisClient>;

let shared: RedisConnection | undefined;

const readyListeners = new Set<() => void>();

/** Interval of pings on a connection, and their timeout. */
export const PING_INTERVAL_MS = 500;
export const PING_TIMEOUT_MS = 2000;

/** Time that a closing connection has for its last answers. */
const CLOSE_TIMEOUT_MS = 1000;

/** After a command failed because Redis was full, it is assumed to stay full for this long. */
const FULL_MS = 1000;

let fullUntil = -Infinity;

/**
 * The prologue of a script that compares times: `now` is milliseconds by the clock of Redis, the same for all
 * processes.
 */
export const REDIS_NOW = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
`;

const hasMessage = (error: unknown, text: string) => error instanceof Error && error.message.includes(text);

/**
 * A new connection that reconnects without end. Commands fail at once while Redis is away, so that no request
 * waits for it; callers decide what to do then.
 * @param offlineQueue true to queue commands until the connection is back (BullMQ expects it)
 */
export function newRedisClient(url: string, { offlineQueue = false } = {}) {
  const client = createClient({
    url,
    disableOfflineQueue: !offlineQueue,
    // The timeout would only cover the moment until a command is written, with a timer for each of them.
    commandOptions: { timeout: 0 },
    socket: { reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 1000), connectTimeout: 2000 },
  });
  // Without a listener an 'error' event would end the process.
  client.on('error', (error: Error) => logger().warn({ error: error.message }, 'redis'));
  return client;
}

/**
 * A connection that commands share. A Redis that accepts commands and answers none is as good as away, but no
 * error occurs: a command waits for its answer without end. The client is then destroyed, which fails all
 * pending commands, and replaced; until the new one is ready, commands fail at once.
 */
export class RedisConnection {
  #client: RedisClient;
  readonly #closing = new AbortController();
  /** Resolves at the first connection, or when this one is closed. */
  readonly connected: Promise<unknown>;

  /** @param onReady called whenever the connection becomes ready */
  constructor(
    private readonly url: string,
    private readonly onReady: () => void,
  ) {
    this.#client = newRedisClient(url);
    this.connected = this.#open();
    void this.#replaceWhenSilent();
  }

  /** The client at the moment: ask for it before every command, because it may be replaced. */
  get client(): RedisClient {
    return this.#client;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await endClient(this.#client);
  }

  async #open(): Promise<void> {
    const client = this.#client;
    client.on('ready', () => {
      if (this.#client === client) this.onReady();
    });
    await client.connect().catch(() => undefined);
  }

  async #replaceWhenSilent(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await sleep(PING_INTERVAL_MS, undefined, { ref: false });
      const client = this.#client;
      if (signal.aborted || (await answersWithin(client, PING_TIMEOUT_MS)) || signal.aborted) continue;
      logger().warn('redis does not answer');
      this.#client = newRedisClient(this.url);
      void this.#open();
      client.destroy();
    }
  }
}

/**
 * Opens the process's shared connection; resolves within a second even if Redis is away, and continues to
 * connect.
 */
export async function connectRedis(url: string): Promise<void> {
  const former = shared;
  shared = new RedisConnection(url, () => {
    for (const listener of readyListeners) listener();
  });
  void former?.close();
  await Promise.race([shared.connected, sleep(1000, undefined, { ref: false })]);
}

/**
 * The shared connection opened by `connectRedis`; call this for every command, because the client may be
 * replaced.
 */
export function redis(): RedisClient {
  if (!shared) throw new Error('connectRedis() has not been called in this process');
  return shared.client;
}

export async function closeRedis(): Promise<void> {
  const closing = shared;
  shared = undefined;
  await closing?.close();
}

/** Closes a connection after all its commands are answered; one that does not answer is destroyed. */
export async function endClient(client: RedisClient): Promise<void> {
  if (client.isReady) {
    const closed = client.close().catch(() => undefined);
    await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  }
  client.destroy();
}

/** Calls back whenever the shared connection becomes ready. @returns a function that unsubscribes */
export function onRedisReady(listener: () => void): () => void {
  readyListeners.add(listener);
  return () => readyListeners.delete(listener);
}

/** Whether a client answers a ping within a time; one that is not connected, whether it becomes ready. */
export async function answersWithin(client: RedisClient, milliseconds: number): Promise<boolean> {
  let answered = false;
  const sign = client.isReady ? client.ping() : new Promise((resolve) => client.once('ready', resolve));
  const sent = sign.then(
    () => (answered = true),
    () => undefined,
  );
  await Promise.race([sent, sleep(milliseconds, undefined, { ref: false })]);
  // Data that arrived while this process was busy or paused counts as an answer.
  if (!answered) await turn();
  return answered;
}

/** True if Redis has just refused a write: it has reached its `maxmemory`, and evicts nothing. */
export function isRedisFull(): boolean {
  return performance.now() < fullUntil;
}

/** Runs a Lua script by its hash, and sends its source only to a Redis that does not know it. */
export function script(source: string): (keys: string[], args: string[]) => Promise<unknown> {
  const run = clientScript(source);
  return async (keys, args) => run(redis(), keys, args);
}

/** The same for any client. */
export function clientScript(
  source: string,
): (client: RedisClient, keys: string[], args: string[]) => Promise<unknown> {
  const hash = createHash('sha1').update(source).digest('hex');
  return async (client, keys, args) => {
    const options = { keys, arguments: args };
    try {
      return await client.evalSha(hash, options);
    } catch (error) {
      if (!hasMessage(error, 'NOSCRIPT')) throw noteFull(error);
      return client.eval(source, options).catch((refused: unknown) => {
        throw noteFull(refused);
      });
    }
  };
}

function noteFull(error: unknown): unknown {
  if (hasMessage(error, 'OOM command not allowed')) fullUntil = performance.now() + FULL_MS;
  return error;
}
