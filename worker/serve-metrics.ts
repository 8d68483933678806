import { createServer, type Server } from 'node:http';
import type { Config } from '#app/core/platform/config-schema.ts';
import { logger } from '#app/core/platform/logger.ts';
import { metricsEndpoint } from '#app/core/platform/metrics/metrics-endpoint.ts';

/**
 * Listens on METRICS_PORT for who reads this worker's metrics; off without it. A port that is taken is logged, and the
 * worker works.
 * @returns the server, or null
 */
export function serveMetrics({ METRICS_PORT, METRICS_TOKEN, HOST }: Config): Server | null {
  if (METRICS_PORT === 0 || METRICS_TOKEN === undefined) return null;
  const answer = metricsEndpoint({ token: METRICS_TOKEN });
  const server = createServer((req, res) => {
    if (req.method === 'GET' && req.url === '/metrics') answer(req, res);
    else res.writeHead(404).end();
  });
  server.on('error', (error) => logger().error({ error: error.message, port: METRICS_PORT }, 'metrics'));
  return server.listen(METRICS_PORT, HOST);
}
