import { createServer, type Server } from 'node:http';
import type { Config } from '#app/core/platform/config-schema.ts';
import { logger } from '#app/core/platform/logger.ts';
import { metricsEndpoint } from '#app/core/platform/metrics/metrics-endpoint.ts';

/**
 * Listens on METRICS_PORT, off without it: `/healthz` answers that the process is alive, `/metrics` who brings METRICS_TOKEN. A
 * port that is taken is logged, and the worker works.
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
