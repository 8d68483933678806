import type { Config } from './config-schema.ts';
import { RedisCluster } from './redis-cluster.ts';
import { clientScript, onRedisReady, redis, type RedisClient } from './redis.ts';

/**
 * The Redis of the streams of replies: their logs, the registrations of their readers, the events of users.
 * It is the shared Redis, or with REDIS_CLUSTER a Redis Cluster. There each key begins with a hash tag, and
 * all keys of a script have the same one, so that one node owns them. The number of tags bounds the number of
 * script calls for many replies.
 */
const TAGS: readonly string[] = Array.from({ length: 64 }, (_, number) => `{${number}}`);

/** The tag of all keys of a Redis that is not a cluster. */
const NO_TAG = '';

let cluster: RedisCluster | undefined;

const readyListeners = new Set<(tags: string[]) => void>();

/** The addresses at which the messages of the streams are received. */
export function streamUrls({
  REDIS_URL,
  REDIS_CLUSTER,
}: Pick<Config, 'REDIS_URL' | 'REDIS_CLUSTER'>): readonly string[] {
  return REDIS_CLUSTER.length > 0 ? REDIS_CLUSTER : [REDIS_URL];
}

/**
 * Opens the connections to the Redis Cluster, if one is configured. Resolves within seconds even if some or
 * all of its nodes are away, and continues to connect.
 * @param urls addresses of nodes; empty without a cluster
 */
export async function connectStreamRedis(urls: readonly string[]): Promise<void> {
  await closeStreamRedis();
  if (urls.length === 0) return;
  cluster = new RedisCluster(urls, TAGS, (tags) => {
    for (const listener of readyListeners) listener(tags);
  });
  await cluster.connect();
}

/** Closes the connections to the cluster; those to the shared Redis stay open. */
export async function closeStreamRedis(): Promise<void> {
  const closing = cluster;
  cluster = undefined;
  await closing?.close();
}

/** True if the streams of replies are in a Redis Cluster. */
export function hasStreamCluster(): boolean {
  return cluster !== undefined;
}

/**
 * The state of the cluster for probes: `ok`, or how many of the tags cannot be reached; null without a
 * cluster.
 */
export function streamClusterState(): { state: string; isReachable: boolean } | null {
  if (!cluster) return null;
  const count = cluster.unreachable();
  const state = count === 0 ? 'ok' : `${count} of ${TAGS.length} hash tags have no node that answers`;
  return { state, isReachable: count < TAGS.length };
}

/** The prefix of all keys of a generation or a user. Without a cluster it is empty. */
export function tagOf(id: string): string {
  return cluster ? hashTag(id) : NO_TAG;
}

/**
 * The hash tag of an id. The last two digits of our ids are random; a name that is not an id has the first
 * tag.
 */
export function hashTag(id: string): string {
  return TAGS[(Number.parseInt(id.slice(-2), 16) || 0) % TAGS.length]!;
}

/** All tags of keys. */
export function streamTags(): readonly string[] {
  return cluster ? TAGS : [NO_TAG];
}

/** The tag with which a key begins. */
export function tagOfKey(key: string): string {
  return key.slice(0, key.indexOf('}') + 1);
}

/** Groups items by the tags of their keys: a script may only be called with keys of one tag. */
export function groupByTag<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const tag = tagOfKey(keyOf(item));
    const group = groups.get(tag);
    if (group) group.push(item);
    else groups.set(tag, [item]);
  }
  return groups;
}

/**
 * Runs commands for a key at the Redis that has it.
 * @throws when it is away or full
 */
export function atKey<T>(key: string, command: (client: RedisClient) => Promise<T>): Promise<T> {
  return cluster ? cluster.run(tagOfKey(key), command) : command(redis());
}

/** A Lua script of the streams. All keys of a call have the same tag. */
export function streamScript(source: string): (keys: string[], args: string[]) => Promise<unknown> {
  const run = clientScript(source);
  return (keys, args) => atKey(keys[0]!, (client) => run(client, keys, args));
}

/**
 * Calls back whenever a Redis of the streams becomes ready, with the tags of its keys: what was registered
 * there may be gone.
 * @returns a function that unsubscribes
 */
export function onStreamRedisReady(listener: (tags: string[]) => void): () => void {
  readyListeners.add(listener);
  const stop = onRedisReady(() => {
    if (!cluster) listener([NO_TAG]);
  });
  return () => {
    stop();
    readyListeners.delete(listener);
  };
}
