import { logger } from '#app/core/platform/logger.ts';
import { redis, REDIS_NOW, script } from '#app/core/platform/redis.ts';

const KEY = 'workers';
/** Worker -> the connection that it reports over, as `<run id of the Redis server> <client id>`. */
const CONNECTIONS = 'workers:connections';
/** A worker that has not reported for this long counts as gone. */
const PRESENCE_MS = 10_000;

const REPORT = script(`${REDIS_NOW}
return redis.call('ZADD', KEYS[1], now, ARGV[1])`);

const COUNT = script(`${REDIS_NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - ARGV[1])
return redis.call('ZCARD', KEYS[1])`);

/**
 * Reports that a worker is alive, and over which connection; called every few seconds, so a new connection is
 * known soon.
 */
export async function reportWorker(workerId: string): Promise<void> {
  await REPORT([KEY], [workerId]);
  // If Redis does not support this, only the lease shows whether this worker is lost.
  await reportConnection(workerId).catch((error: Error) =>
    logger().debug({ error: error.message }, 'the connection of this worker is not known'),
  );
}

export async function forgetWorker(workerId: string): Promise<void> {
  const client = redis();
  await Promise.all([client.zRem(KEY, workerId), client.hDel(CONNECTIONS, workerId)]);
}

/** Number of workers that reported lately. */
export async function workersAlive(): Promise<number> {
  return (await COUNT([KEY], [String(PRESENCE_MS)])) as number;
}

/**
 * Workers whose connection this Redis has seen closed, and which have registered no other since. A killed
 * process is among them at once; a suspended one keeps its connection, and one that was only disconnected has
 * a new one soon.
 * @throws Error when Redis is away or does not list connections (before 6.2, or forbidden)
 */
export async function cutOffWorkers(): Promise<string[]> {
  const client = redis();
  const [registered, server] = await Promise.all([client.hGetAll(CONNECTIONS), runIdOf(client)]);
  const here: [workerId: string, connection: string][] = [];
  for (const [workerId, value] of Object.entries(registered)) {
    const [runId, connection] = value.split(' ');
    // Another server numbers its connections anew: these are unknown, and a live worker reports here again.
    if (runId === server && connection) here.push([workerId, connection]);
    else await client.hDel(CONNECTIONS, workerId);
  }
  if (here.length === 0) return [];
  const listed = await client.clientList({ ID: here.map(([, connection]) => connection) });
  const open = new Set(listed.map(({ id }) => String(id)));
  return here.flatMap(([workerId, connection]) => (open.has(connection) ? [] : [workerId]));
}

async function reportConnection(workerId: string): Promise<void> {
  const client = redis();
  const [connection, server] = await Promise.all([client.clientId(), runIdOf(client)]);
  await client.hSet(CONNECTIONS, workerId, `${server} ${connection}`);
}

/** Run id of a Redis server, which changes with each start. */
async function runIdOf(client: ReturnType<typeof redis>): Promise<string> {
  const runId = /^run_id:(\w+)/m.exec(await client.info('server'))?.[1];
  if (runId === undefined) throw new Error('Redis does not tell its run id');
  return runId;
}
