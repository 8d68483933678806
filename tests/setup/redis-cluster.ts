import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createClient } from 'redis';
import { inject, vi } from 'vitest';
import { awaitAnswer, probeTcp } from '#scripts/launch/await-answer.mjs';
import { findFreePort, listenProblem } from '#scripts/launch/free-port.mjs';
import { ManagedProcess } from '#scripts/launch/managed-process.mjs';
import { locateRedis } from '#scripts/services/redis.mjs';

/** Slots of a Redis Cluster. */
const SLOTS = 16_384;
const PASSWORD = 'test-cluster-password-that-protects-nothing';
/** A cluster talks on a second port, by default this much above the first. */
const BUS = 10_000;
/** Milliseconds of silence after which a node counts as failed. */
const NODE_TIMEOUT_MS = 1000;
const WAIT = { timeout: 45_000, interval: 20 };

type Client = Awaited<ReturnType<typeof connect>>;

/** One server of the cluster. */
export interface ClusterNode {
  port: number;
  url: string;
  /** A connection to it; another one after a restart. */
  client(): Client;
  /** Ends it at once, as `kill -9` does. */
  kill(): Promise<void>;
  /** Suspends it: it accepts commands and answers none. */
  suspend(): Promise<void>;
  resume(): Promise<void>;
  /** Starts it again after a kill, with its slots and without its keys. */
  restart(): Promise<void>;
}

/** A Redis Cluster on loopback: three primaries, and a replica of each. */
export interface TestCluster {
  /** Addresses of the three first primaries. */
  urls: string[];
  primaries: ClusterNode[];
  /** `replicas[n]` belongs to `primaries[n]`. */
  replicas: ClusterNode[];
  /** The primary that had the slot of a key when the cluster was made. */
  primaryOf(key: string): Promise<number>;
  stop(): Promise<void>;
}

/** Starts six servers and makes a cluster of them; a primary that fails is replaced within a few seconds. */
export async function startRedisCluster(): Promise<TestCluster> {
  const { server, env } = await locateRedis();
  const nodes = await Promise.all(Array.from({ length: 6 }, () => startNode(server, env)));
  const [primaries, replicas] = [nodes.slice(0, 3), nodes.slice(3)];
  await Promise.all(primaries.map(({ client }, index) => client().clusterAddSlots(slotsOf(index))));
  // Each pair is introduced: nodes that learn of each other from a third one take seconds.
  for (const { client } of nodes)
    await Promise.all(nodes.map(({ port }) => client().clusterMeet('127.0.0.1', port)));
  await everywhere(nodes, async ({ client }) =>
    (await client().clusterInfo()).includes('cluster_known_nodes:6'),
  );
  await Promise.all(
    replicas.map(async ({ client }, index) =>
      client().clusterReplicate(await primaries[index]!.client().clusterMyId()),
    ),
  );
  await everywhere(replicas, async ({ client }) =>
    (await client().info('replication')).includes('master_link_status:up'),
  );
  await everywhere(nodes, async ({ client }) => {
    const [info, ranges] = await Promise.all([client().clusterInfo(), client().clusterSlots()]);
    const isWhole = ranges.length === 3 && ranges.every((range) => range.replicas.length === 1);
    return isWhole && info.includes('cluster_state:ok');
  });
  return {
    urls: primaries.map(({ url }) => url),
    primaries,
    replicas,
    async primaryOf(key) {
      const alive = nodes.find(({ client }) => client().isReady);
      const slot = await alive!.client().clusterKeySlot(key);
      return Math.floor((slot * 3) / SLOTS);
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
    },
  };
}

function slotsOf(primary: number): number[] {
  return Array.from({ length: SLOTS }, (_, slot) => slot).filter(
    (slot) => Math.floor((slot * 3) / SLOTS) === primary,
  );
}

async function everywhere(nodes: ClusterNode[], is: (node: ClusterNode) => Promise<boolean>): Promise<void> {
  await Promise.all(nodes.map((node) => vi.waitUntil(() => is(node), WAIT)));
}

async function startNode(command: string, env: NodeJS.ProcessEnv): Promise<ClusterNode> {
  const port = await freePort();
  const base = path.dirname(inject('dataFolder'));
  const folder = path.join(base, `redis-node-${port}`);
  mkdirSync(folder, { recursive: true });
  const server = new ManagedProcess({
    name: `redis-node-${port}`,
    command,
    args: Object.entries(optionsOf(port, folder)).flatMap(([name, value]) => [`--${name}`, value]),
    env,
    cwd: folder,
    runFolder: path.join(base, 'run'),
    logFile: path.join(base, 'logs', `redis-node-${port}.log`),
    ready: (signal) =>
      awaitAnswer(
        () =>
          probeTcp({
            port,
            say: `AUTH ${PASSWORD}\r\nPING\r\nQUIT\r\n`,
            isAnswer: (bytes) => bytes.includes('+PONG'),
          }),
        signal,
      ),
  });
  await server.start();
  const url = `redis://:${PASSWORD}@127.0.0.1:${port}`;
  let client = await connect(url);
  return {
    port,
    url,
    client: () => client,
    async kill() {
      await server.kill('SIGKILL');
      client.destroy();
    },
    suspend: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
    async restart() {
      await server.start();
      client = await connect(url);
    },
  };
}

async function connect(url: string) {
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function optionsOf(port: number, dir: string): Record<string, string> {
  return {
    port: String(port),
    bind: '127.0.0.1',
    dir,
    requirepass: PASSWORD,
    masterauth: PASSWORD,
    save: '',
    appendonly: 'no',
    'maxmemory-policy': 'noeviction',
    'repl-diskless-sync-delay': '0',
    // A replica counts from the first ping on that its primary sends.
    'repl-ping-replica-period': '1',
    'cluster-enabled': 'yes',
    'cluster-config-file': 'nodes.conf',
    'cluster-node-timeout': String(NODE_TIMEOUT_MS),
    'cluster-require-full-coverage': 'no',
  };
}

/** A port whose port of the cluster's bus is free as well. */
async function freePort(): Promise<number> {
  const port = await findFreePort();
  return (await listenProblem(port + BUS)) === null ? port : freePort();
}
