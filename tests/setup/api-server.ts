import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { watchKeyChanges } from '#app/core/api-keys/key-changes.ts';
import { config } from '#app/core/platform/config.ts';
import { startLogger } from '#app/core/platform/logger.ts';
import { closeRedis, connectRedis } from '#app/core/platform/redis.ts';
import { clientLimits, createHttpServer } from '#app/http/connection/http-server.ts';
import { startDraining } from '#app/http/draining.ts';
import { createListener } from '#app/http/server.ts';
import { closeDatabase, connectDatabase } from '#db/client.ts';
import { buildOfRoutes } from './api-build.ts';
import { closeConnections, openConnections } from './connections.ts';

/** The HTTP server of the web process, without pages, in this process. */
export interface ApiServer {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** The whole log so far, as JSON lines. */
  output: () => string;
  /**
   * Begins to drain, as a web process does on SIGTERM: streams close whose readers can reconnect elsewhere.
   */
  drain: () => void;
  close: () => Promise<void>;
}

/** Serves the API at the PORT of this process's settings, on its open database and Redis. */
export async function serveApi(): Promise<ApiServer> {
  const settings = config();
  const lines: string[] = [];
  startLogger('web', settings.LOG_LEVEL, { write: (line) => void lines.push(line) });
  openConnections();
  const closing = new AbortController();
  void watchKeyChanges(closing.signal);
  const production = { ...settings, NODE_ENV: 'production' as const };
  const listener = createListener({ config: production, build: buildOfRoutes() });
  const server = createHttpServer(listener, clientLimits(settings.TRUST_PROXY));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.PORT, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    output: () => lines.join(''),
    drain: startDraining,
    close: async () => {
      closing.abort();
      await endServer(server);
      await closeConnections();
    },
  };
}

/** The same with connections of its own: for modules that are evaluated again beside those of the test. */
export async function serveApiBeside(): Promise<ApiServer> {
  const { DATABASE_URL, REDIS_URL } = config();
  connectDatabase(DATABASE_URL);
  await connectRedis(REDIS_URL);
  const { close, ...server } = await serveApi();
  return {
    ...server,
    close: async () => {
      await close();
      await Promise.all([closeDatabase(), closeRedis()]);
    },
  };
}

async function endServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
