import { setTimeout as sleep } from 'node:timers/promises';
import { createNodeRedisClient, Queue, Worker } from 'bullmq';
import { logger } from '#app/core/platform/logger.ts';
import { newRedisClient, type RedisClient } from '#app/core/platform/redis.ts';
import { JOB_SCHEMAS, type JobHandlers, type JobName, type JobPayload } from './jobs.ts';

/** Wakes a worker: the row of the generation holds everything else. */
export interface Job<Name extends JobName = JobName> {
  queue: string;
  name: Name;
  /** Unique while the job exists: a second job of the same id is silently ignored. Must not contain ':'. */
  id: string;
  payload: JobPayload<Name>;
}

export interface Producer {
  /** Adds jobs in one round trip. Rejects at once when Redis is away. */
  add(jobs: Job[]): Promise<void>;
  close(): Promise<void>;
}

export interface Consumer {
  /** Accepts no new job and resolves when the running ones have ended. */
  close(): Promise<void>;
}

/**
 * BullMQ requests the server's version when it opens a producer or a consumer. If the connection were lost in
 * that moment, a producer would refuse every later job, and a consumer would repeat the request without a
 * pause.
 */
const skipVersionCheck = true;

/** Max milliseconds for a closing consumer to report its last jobs to Redis. */
const MAX_CLOSE_MS = 2000;

/**
 * Opens the producers of the queues, which share a connection. The database row of a generation is the truth,
 * so the sweeper enqueues a lost job again; ended jobs are removed.
 */
export function openProducer(url: string): Producer {
  const client = newRedisClient(url);
  // The client retries by itself; a queue that is opened later would start to connect with its first job.
  client.connect().catch(() => undefined);
  const connection = adapterOf(client);
  const queues = new Map<string, Queue>();
  const queueOf = (name: string) => {
    const known = queues.get(name);
    if (known) return known;
    const queue = new Queue(name, {
      connection,
      skipVersionCheck,
      defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
    });
    queue.on('error', (error) => logger().warn({ error: error.message }, 'queue'));
    queues.set(name, queue);
    return queue;
  };
  return {
    async add(jobs) {
      if (!client.isReady) throw new Error('Redis is away');
      const [first] = jobs;
      if (jobs.every(({ queue }) => queue === first?.queue)) await addTo(queueOf(first!.queue), jobs);
      else for (const job of jobs) await addTo(queueOf(job.queue), [job]);
    },
    async close() {
      await Promise.all([...queues.values()].map((queue) => queue.close().catch(() => undefined)));
      client.destroy();
    },
  };
}

/** Wraps a connection for BullMQ. */
function adapterOf(client: RedisClient) {
  const adapter = createNodeRedisClient(client);
  // The client has logged it already; without a listener, as before the first job, the event would end the
  // process.
  adapter.on('error', () => undefined);
  return adapter;
}

async function addTo(queue: Queue, jobs: readonly Job[]): Promise<void> {
  const bulk = jobs.map(({ name, id, payload }) => ({ name, data: payload, opts: { jobId: id } }));
  // A single job loads its script if Redis does not know it, and is not a transaction.
  const addEach = async () => {
    for (const { name, data, opts } of bulk) await queue.add(name, data, opts);
  };
  if (bulk.length === 1) return addEach();
  // In a bulk BullMQ calls its script by hash, which a restarted Redis does not know. Jobs that the bulk did
  // add are ignored the second time.
  await queue.addBulk(bulk).catch(addEach);
}

/**
 * Opens the consumer of a queue. A job whose process died is dropped by BullMQ (maxStalledCount 0): only the
 * sweeper decides about second attempts.
 * @param lockMs milliseconds for which a silent job keeps its id
 */
export function openConsumer(
  url: string,
  handlers: Partial<JobHandlers>,
  { queue, concurrency, lockMs }: { queue: string; concurrency: number; lockMs: number },
): Consumer {
  const client = newRedisClient(url, { offlineQueue: true });
  const underWay = new Set<Promise<void>>();
  const work = async (name: string, data: unknown) => {
    const handled = handle(handlers, name, data);
    underWay.add(handled);
    await handled.finally(() => underWay.delete(handled));
  };
  const worker = new Worker(queue, async (job) => work(job.name, job.data), {
    connection: adapterOf(client),
    skipVersionCheck,
    concurrency,
    maxStalledCount: 0,
    lockDuration: lockMs,
    stalledInterval: lockMs,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  });
  worker.on('error', (error) => logger().warn({ error: error.message }, 'queue'));
  worker.on('failed', (job, error) => logger().warn({ job: job?.id, error: error.message }, 'job failed'));
  return {
    async close() {
      const closed = worker.close();
      while (underWay.size > 0) await Promise.allSettled(underWay);
      // BullMQ waits for a reply of Redis, for ever if it is away; nothing is lost, since the row has
      // everything.
      await Promise.race([closed, sleep(MAX_CLOSE_MS, undefined, { ref: false })]);
      client.destroy();
    },
  };
}

async function handle(handlers: Partial<JobHandlers>, name: string, data: unknown): Promise<void> {
  if (!Object.hasOwn(JOB_SCHEMAS, name)) throw new Error(`No job is called ${name}`);
  await answer(handlers, name as JobName, data);
}

async function answer<Name extends JobName>(
  handlers: Partial<JobHandlers>,
  name: Name,
  data: unknown,
): Promise<void> {
  const handler = handlers[name];
  if (!handler) throw new Error(`No job of this queue is called ${name}`);
  await handler(JOB_SCHEMAS[name].parse(data) as JobPayload<Name>);
}
