import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { logger } from '#app/core/platform/logger.ts';
import { exposition, EXPOSITION_TYPE, measureProcess } from './metrics.ts';

interface Options {
  /** METRICS_TOKEN, which callers send as bearer token. */
  token: string;
  /**
   * Reads the metrics of the whole installation before each answer; without it only those of this process are
   * returned.
   */
  readShared?: () => Promise<void>;
}

/** Answers `GET /metrics` of one process in Prometheus' text format; 401 without the token. */
export function metricsEndpoint({ token, readShared }: Options) {
  measureProcess();
  const wanted = digest(`Bearer ${token}`);
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    // Digests have equal length whatever was sent.
    if (!timingSafeEqual(digest(req.headers.authorization ?? ''), wanted)) {
      res.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
      return;
    }
    try {
      await readShared?.();
      const text = await exposition(readShared !== undefined);
      res.writeHead(200, { 'content-type': EXPOSITION_TYPE, 'cache-control': 'no-store' }).end(text);
    } catch (error) {
      logger().error({ error: (error as Error).message }, 'metrics');
      res.writeHead(500).end();
    }
  };
  return (req: IncomingMessage, res: ServerResponse): void => void answer(req, res);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
