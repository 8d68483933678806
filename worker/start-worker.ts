import { createServer, type Server } from 'node:http';
import { stopArchives } from '#app/core/exports/archive/write-archive.ts';
import { startHeartbeat } from '#app/core/generation/run/heartbeat.ts';
import { listenForStops } from '#app/core/generation/run/stop-signal.ts';
import { createReaderWatch } from '#app/core/generation/run/readers.ts';
import type { WorkerContext } from '#app/core/generation/run/worker-context.ts';
import { createReplyWriter } from '#app/core/generation/stream/writer.ts';
import { RunAborted } from '#app/core/generation/stream/run-aborted.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { stopImports } from '#app/core/imports/run-import.ts';
import type { Config } from '#app/core/platform/config-schema.ts';
import { newId } from '#app/core/platform/ids.ts';
import { logger } from '#app/core/platform/logger.ts';
import { metricsEndpoint } from '#app/core/platform/metrics/metrics-endpoint.ts';
import { openConsumer } from '#app/core/queue/bullmq.ts';
import { FOLLOW_UP_QUEUE } from '#app/core/queue/enqueue.ts';
import { forgetWorker } from '#app/core/queue/worker-presence.ts';
import { allTasks } from '#app/core/tasks/table.ts';
import { followUpHandlers, jobHandlers } from './register.ts';
import { repeatEvery, startRepeatedWork } from './repeated-work.ts';

const READERS_MS = 1000;

/** Max concurrent follow-up jobs. */
const FOLLOW_UPS = 10;

/**
 * Milliseconds that a job of a killed worker keeps its id: these jobs are short, and repeated by their own
 * lease.
 */
const FOLLOW_UP_LOCK_MS = 5000;

export interface RunningWorker {
  id: string;
  /** Accepts no new run, lets open ones end within DRAIN_MS, and hands the rest over to another worker. */
  stop(): Promise<void>;
}

/** Starts the work of one worker process on open connections: runs, heartbeats, sweeps. */
export function startWorker(settings: Config): RunningWorker {
  const { REDIS_URL, RUN_LEASE_MS, WORKER_CONCURRENCY, LOG_TTL_MS } = settings;
  const running = new Set<RunningReply>();
  const worker: WorkerContext = {
    id: newId(),
    running,
    writer: createReplyWriter({ logTtlMs: LOG_TTL_MS, running }),
  };
  const stopHeartbeat = startHeartbeat(running, RUN_LEASE_MS);
  const stopListening = listenForStops(REDIS_URL, running);
  const stopWatching = repeatEvery(READERS_MS, createReaderWatch(running));
  const stopping = new AbortController();
  const stopRepeating = startRepeatedWork(worker.id, settings, stopping.signal);
  const lockMs = Math.max(RUN_LEASE_MS, 2000);
  const consumers = allTasks().map((task) => {
    const { concurrency } = task.limits(settings);
    const handlers = jobHandlers(worker, { task, concurrency, stopping: stopping.signal });
    return openConsumer(REDIS_URL, handlers, { queue: task.queue, concurrency, lockMs });
  });
  consumers.push(
    openConsumer(REDIS_URL, followUpHandlers, {
      queue: FOLLOW_UP_QUEUE,
      concurrency: FOLLOW_UPS,
      lockMs: FOLLOW_UP_LOCK_MS,
    }),
  );
  logger().info({ workerId: worker.id, concurrency: WORKER_CONCURRENCY }, 'worker is ready');
  return {
    id: worker.id,
    async stop() {
      // First: runs that are enqueued again from here on go to other workers.
      const closed = Promise.all(consumers.map((consumer) => consumer.close()));
      stopping.abort();
      stopArchives();
      stopRepeating();
      const handOver = setTimeout(() => {
        for (const reply of running) reply.abort.abort(new RunAborted('drain'));
      }, settings.DRAIN_MS);
      await forgetWorker(worker.id).catch(() => undefined);
      await closed;
      await stopImports();
      clearTimeout(handOver);
      stopHeartbeat();
      stopListening();
      stopWatching();
    },
  };
}

/**
 * Listens on METRICS_PORT, if it is set: `/healthz` shows that the process is alive, `/metrics` requires
 * METRICS_TOKEN. A port that is in use is logged, and the worker runs on.
 * @returns the server, or null
 */
export function serveMetrics({ METRICS_PORT, METRICS_TOKEN, HOST }: Config): Server | null {
  if (METRICS_PORT === 0) return null;
  const metrics = METRICS_TOKEN === undefined ? null : metricsEndpoint({ token: METRICS_TOKEN });
  const server = createServer((req, res) => {
    if (req.method === 'GET' && req.url === '/healthz') res.end('{"status":"alive"}');
    else if (req.method === 'GET' && req.url === '/metrics' && metrics) metrics(req, res);
    else res.writeHead(404).end();
  });
  server.on('error', (error) => logger().error({ error: error.message, port: METRICS_PORT }, 'metrics'));
  return server.listen(METRICS_PORT, HOST);
}
