import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerBuild } from '@remix-run/node';
import { watchKeyChanges } from '#app/core/api-keys/key-changes.ts';
import { loadVocabulary } from '#app/core/catalogue/tokens/count-tokens.ts';
import { logFileStore } from '#app/core/files/files.ts';
import { config } from '#app/core/platform/config.ts';
import { logger, startLogger } from '#app/core/platform/logger.ts';
import { watchClocks } from '#app/core/platform/process/clock.ts';
import { watchEventLoop } from '#app/core/platform/process/event-loop.ts';
import { checkOpenFiles } from '#app/core/platform/process/open-files.ts';
import { closeRedis, connectRedis } from '#app/core/platform/redis.ts';
import { closeStreamRedis, connectStreamRedis, streamUrls } from '#app/core/platform/stream-redis.ts';
import { closeQueue, openQueue } from '#app/core/queue/enqueue.ts';
import { startListening, stopListening } from '#app/core/realtime/listeners.ts';
import { writeViews } from '#app/core/shares/views.ts';
import { closeDatabase, connectDatabase } from '#db/client.ts';
import { keepBuildShared } from './built-assets.ts';
import type { Handler } from './connection/handlers.ts';
import { boundConnections, clientLimits, createHttpServer } from './connection/http-server.ts';
import {
  allFinished,
  announceLeaving,
  draining,
  endDraining,
  hasAnnouncedLeaving,
  startDraining,
} from './draining.ts';
import { assetFolder, createListener } from './server.ts';

/** Time that streams have to write their last piece after the time to drain is over. */
const LAST_PIECE_MS = 2_000;

/**
 * Starts the web process and returns once it listens. SIGTERM and SIGINT end it gracefully: `/readyz` answers
 * 503 for LEAVE_MS; then the server accepts no new connections, streams close whose readers can resume
 * elsewhere, and calls of the public API have DRAIN_MS to end.
 */
export async function startWeb(
  build: ServerBuild | (() => Promise<ServerBuild>),
  assets?: Handler,
): Promise<void> {
  const settings = config();
  watchEventLoop(settings.LOOP_STALL_MS);
  const log = startLogger('web', settings.LOG_LEVEL);
  checkOpenFiles({ connections: settings.LIMIT_CONNECTIONS_ADDRESS });
  logFileStore();
  for (const name of ['FEEDBACK_EMAIL', 'COMMUNITY_URL'] as const)
    if (!settings[name])
      log.warn({ setting: name }, 'not set: terms and privacy policy leave out what needs it');
  if (settings.PAYMENT_URL && !settings.STRIPE_WEBHOOK_SECRET)
    log.warn({ setting: 'STRIPE_WEBHOOK_SECRET' }, 'not set: what is paid at PAYMENT_URL is not credited');
  connectDatabase(settings.DATABASE_URL);
  await Promise.all([connectRedis(settings.REDIS_URL), connectStreamRedis(settings.REDIS_CLUSTER)]);
  openQueue(settings.REDIS_URL);
  startListening(...streamUrls(settings));
  const stopClocks = watchClocks();
  void watchKeyChanges(draining());
  const isShared =
    typeof build === 'function'
      ? undefined
      : keepBuildShared(assetFolder(build), build.assets.version, draining());
  await loadVocabulary();
  const listener = createListener({ config: settings, build, assets });
  const server = createHttpServer(listener, clientLimits(settings.TRUST_PROXY));
  // Behind proxies the application limits requests instead, because all of them arrive over the proxies'
  // connections.
  if (settings.TRUST_PROXY === 0) boundConnections(server, settings.LIMIT_CONNECTIONS_ADDRESS);
  await isShared;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.PORT, settings.HOST, resolve);
  });
  log.info({ host: settings.HOST, port: settings.PORT }, 'web is listening');

  const leaveNow = new AbortController();
  const stop = async (signal: string) => {
    // A second signal skips the wait for load balancers.
    if (hasAnnouncedLeaving()) return leaveNow.abort();
    logger().info({ signal }, 'web is stopping');
    announceLeaving();
    await sleep(settings.LEAVE_MS, null, { signal: leaveNow.signal }).catch(() => null);
    startDraining();
    const end = setTimeout(endDraining, settings.DRAIN_MS);
    const force = setTimeout(() => server.closeAllConnections(), settings.DRAIN_MS + LAST_PIECE_MS);
    // A connection is idle once its stream has ended; kept alive it would delay the process's end by seconds.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    await new Promise((resolve) => server.close(resolve));
    clearInterval(idle);
    clearTimeout(end);
    clearTimeout(force);
    await allFinished();
    await writeViews();
    stopClocks();
    await Promise.all([closeQueue(), stopListening(), closeDatabase()]);
    await Promise.all([closeRedis(), closeStreamRedis()]);
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
}
