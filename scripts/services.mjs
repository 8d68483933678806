import { startMariaDb } from './services/mariadb.mjs';
import { startRedis } from './services/redis.mjs';

export { startMariaDb, startRedis };

/**
 * Starts a private MariaDB and a private Redis in parallel. Each handle has `process` (a ManagedProcess:
 * `pid`, `stop()`, `kill(signal)`, `start()`, `restart()`), `port` and `url()`.
 * @param {{ base: string, supervise?: boolean, signal?: AbortSignal, bufferPool?: string, serverOptions?: readonly string[] }} options
 *   base: absolute folder for all their files; two running instances must not share one
 */
export async function startServices(options) {
  const [mariadb, redis] = await Promise.allSettled([startMariaDb(options), startRedis(options)]);
  const stop = async () => {
    for (const service of [redis, mariadb])
      if (service.status === 'fulfilled') await service.value.process.stop();
  };
  if (mariadb.status === 'fulfilled' && redis.status === 'fulfilled') {
    return { mariadb: mariadb.value, redis: redis.value, stop };
  }
  await stop();
  throw mariadb.status === 'rejected' ? mariadb.reason : redis.reason;
}
