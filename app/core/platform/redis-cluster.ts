import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from './logger.ts';
import { clusterTagsAway } from './metrics/metrics.ts';
import { RedisConnection, type RedisClient } from './redis.ts';

/** Milliseconds between checks whether every owner of a tag is connected. */
const CHECK_MS = 500;
/** Max milliseconds that a start, or a command that was redirected, waits for new connections. */
const CONNECT_MS = 1000;
/** Redis's refusals by a node that does not serve the slot, or not at the moment. */
const NOT_SERVED = /^(MOVED|ASK|TRYAGAIN|CLUSTERDOWN|LOADING|MASTERDOWN|READONLY|EXECABORT) /;

/** No node serves the keys at the moment. */
export class RedisNodeAwayError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'RedisNodeAwayError';
  }
}

/**
 * The nodes of a Redis Cluster, and which of them owns each hash tag. Every node has one connection; commands
 * to a node that is away fail at once, and those to other nodes are not affected.
 */
export class RedisCluster {
  /** By address (`host:port`): the nodes of the setting, and the owners of tags. */
  readonly #nodes = new Map<string, RedisConnection>();
  readonly #seeds: ReadonlySet<string>;
  /** Tag -> address of the node that serves its slot. */
  #owners = new Map<string, string>();
  /** Tag -> slot. */
  #slots: Map<string, number> | undefined;
  #refreshing: Promise<void> | undefined;
  /** A node has refused a command because it does not serve the slot. */
  #isStale = false;
  /** Counts the refreshes: each asks another node first, because a node may be cut off from the others. */
  #turn = 0;
  /** Tags that could not be reached at the last check. */
  #tagsAway = 0;
  #isClosed = false;
  readonly #watch: NodeJS.Timeout;

  /**
   * @param urls addresses of some nodes; user, password and TLS of the first apply to nodes that are found
   * @param onReady called with tags whose node was connected anew, or is another one
   */
  constructor(
    private readonly urls: readonly string[],
    private readonly tags: readonly string[],
    private readonly onReady: (tags: string[]) => void,
  ) {
    for (const url of urls) this.#connect(addressOf(url), url);
    this.#seeds = new Set(this.#nodes.keys());
    this.#watch = setInterval(() => this.#check(), CHECK_MS).unref();
  }

  /** Resolves when the owners of all tags are connected, and within two seconds even if they are not. */
  async connect(): Promise<void> {
    await soon([...this.#nodes.values()].map(({ connected }) => connected));
    await soon([this.#refresh()]);
  }

  /** Number of tags whose node is unknown or not connected. */
  unreachable(): number {
    return this.tags.filter((tag) => !this.#nodes.get(this.#owners.get(tag) ?? '')?.client.isReady).length;
  }

  /**
   * Runs a command at the node that owns a tag; a command that was redirected is repeated at the new owner.
   * @throws RedisNodeAwayError if no node serves the tag at the moment
   */
  async run<T>(tag: string, command: (client: RedisClient) => Promise<T>): Promise<T> {
    const owner = this.#owners.get(tag);
    try {
      return await command(this.#clientOf(tag));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#isStale = true;
      if (!error.message.startsWith('MOVED ')) throw new RedisNodeAwayError(error.message);
      await this.#refresh(owner);
    }
    return command(this.#clientOf(tag)).catch((error: unknown) => {
      throw isRefusal(error) ? new RedisNodeAwayError(error.message) : error;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watch);
    clusterTagsAway.set(0);
    await Promise.all([...this.#nodes.values()].map((node) => node.close()));
  }

  #check(): void {
    const count = this.unreachable();
    if (this.#isStale || count > 0) void this.#refresh();
    clusterTagsAway.set(count);
    if (count === this.#tagsAway) return;
    this.#tagsAway = count;
    const owners = [...new Set(this.#owners.values())];
    const nodes = owners.filter((address) => !this.#nodes.get(address)?.client.isReady);
    if (count > 0) logger().warn({ nodes, tags: count }, 'nodes of the Redis Cluster are away');
    else logger().info({}, 'all nodes of the Redis Cluster answer');
  }

  #clientOf(tag: string): RedisClient {
    const node = this.#nodes.get(this.#owners.get(tag) ?? '');
    if (!node) throw new RedisNodeAwayError(`no node of the Redis Cluster is known for ${tag}`);
    return node.client;
  }

  #connect(address: string, url: string): RedisConnection {
    const node = new RedisConnection(url, () => {
      this.onReady(this.tags.filter((tag) => this.#owners.get(tag) === address));
    });
    this.#nodes.set(address, node);
    return node;
  }

  /**
   * Asks a node which nodes own the tags, and connects to new ones.
   * @param first address of the node to ask first
   */
  #refresh(first?: string): Promise<void> {
    this.#refreshing ??= this.#readOwners(first).finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  async #readOwners(first: string | undefined): Promise<void> {
    for (const address of this.#candidates(first)) {
      try {
        await this.#readFrom(address);
        this.#isStale = false;
        return;
      } catch (error) {
        logger().warn({ node: address, error: (error as Error).message }, 'nodes of the Redis Cluster');
      }
    }
  }

  /** Connected nodes, from a different one on each time. */
  #candidates(first: string | undefined): string[] {
    const ready = [...this.#nodes].filter(([, { client }]) => client.isReady).map(([address]) => address);
    this.#turn += 1;
    const at = this.#turn % Math.max(ready.length, 1);
    const rotated = [...ready.slice(at), ...ready.slice(0, at)];
    return first === undefined ? rotated : [first, ...rotated.filter((address) => address !== first)];
  }

  async #readFrom(address: string): Promise<void> {
    const { client } = this.#nodes.get(address)!;
    this.#slots ??= await this.#readSlots(client);
    const ranges = await client.clusterSlots();
    if (this.#isClosed) return;
    const owners = new Map<string, string>();
    for (const [tag, slot] of this.#slots) {
      const range = ranges.find(({ from, to }) => from <= slot && slot <= to);
      if (range) owners.set(tag, joinAddress(range.master, address));
    }
    const found = [...new Set(owners.values())].filter((owner) => !this.#nodes.has(owner));
    const opened = found.map((owner) => this.#connect(owner, urlOf(this.urls[0]!, owner)));
    const moved = this.tags.filter((tag) => owners.get(tag) !== this.#owners.get(tag));
    this.#owners = owners;
    this.#closeUnused();
    await soon(opened.map(({ connected }) => connected));
    const reached = moved.filter((tag) => this.#nodes.get(owners.get(tag) ?? '')?.client.isReady);
    if (reached.length > 0) this.onReady(reached);
  }

  async #readSlots(client: RedisClient): Promise<Map<string, number>> {
    const slots = await Promise.all(this.tags.map((tag) => client.clusterKeySlot(tag)));
    return new Map(this.tags.map((tag, index) => [tag, slots[index]!]));
  }

  #closeUnused(): void {
    const used = new Set(this.#owners.values());
    for (const [address, node] of this.#nodes) {
      if (used.has(address) || this.#seeds.has(address)) continue;
      this.#nodes.delete(address);
      void node.close();
    }
  }
}

function isRefusal(error: unknown): error is Error {
  return error instanceof Error && NOT_SERVED.test(error.message);
}

async function soon(promises: Promise<unknown>[]): Promise<void> {
  await Promise.race([Promise.all(promises), sleep(CONNECT_MS, undefined, { ref: false })]);
}

function addressOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || '6379'}`;
}

/** The address of a node. A node that does not know its own host is at the host of the node that was asked. */
function joinAddress({ host, port }: { host: string | null; port: number }, asked: string): string {
  if (host === null || host === '' || host === '?')
    return `${asked.slice(0, asked.lastIndexOf(':'))}:${port}`;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The address of a node with user, password and TLS of another one. */
function urlOf(url: string, address: string): string {
  const at = address.lastIndexOf(':');
  const target = new URL(url);
  target.hostname = address.slice(0, at);
  target.port = address.slice(at + 1);
  return target.href;
}
