import { loadVocabulary } from '#app/core/catalogue/tokens/count-tokens.ts';
import { logFileStore } from '#app/core/files/files.ts';
import { config } from '#app/core/platform/config.ts';
import { startLogger } from '#app/core/platform/logger.ts';
import { watchClocks } from '#app/core/platform/process/clock.ts';
import { watchEventLoop } from '#app/core/platform/process/event-loop.ts';
import { checkOpenFiles } from '#app/core/platform/process/open-files.ts';
import { closeRedis, connectRedis } from '#app/core/platform/redis.ts';
import { closeStreamRedis, connectStreamRedis } from '#app/core/platform/stream-redis.ts';
import { closeQueue, openQueue } from '#app/core/queue/enqueue.ts';
import { allTasks } from '#app/core/tasks/table.ts';
import { closeDatabase, connectDatabase } from '#db/client.ts';
import { serveMetrics, startWorker } from './start-worker.ts';

// The worker process: connections, work, and a graceful end.
const settings = config();
watchEventLoop(settings.LOOP_STALL_MS);
const log = startLogger('worker', settings.LOG_LEVEL);
checkOpenFiles({ places: allTasks().reduce((sum, task) => sum + task.limits(settings).concurrency, 0) });
logFileStore();
connectDatabase(settings.DATABASE_URL);
await Promise.all([connectRedis(settings.REDIS_URL), connectStreamRedis(settings.REDIS_CLUSTER)]);
openQueue(settings.REDIS_URL);
const stopClocks = watchClocks();
await loadVocabulary();
const worker = startWorker(settings);
const metrics = serveMetrics(settings);

/**
 * Milliseconds after DRAIN_MS for handovers; then the process exits all the same, and sweepers find its runs.
 */
const HAND_OVER_MS = 5000;

let stopping = false;

async function stop(signal: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info({ signal }, 'worker is stopping');
  setTimeout(() => {
    log.warn({}, 'worker ends before it has closed: its database or Redis does not answer');
    process.exit(1);
  }, settings.DRAIN_MS + HAND_OVER_MS);
  await worker.stop();
  metrics?.close();
  stopClocks();
  await Promise.all([closeQueue(), closeDatabase()]);
  await Promise.all([closeRedis(), closeStreamRedis()]);
  process.exit(0);
}

process.on('SIGTERM', () => void stop('SIGTERM'));
process.on('SIGINT', () => void stop('SIGINT'));
