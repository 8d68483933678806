import { randomUUID } from 'node:crypto';
import { logger } from '#app/core/platform/logger.ts';
import { counted, type RouteClass } from '#app/core/platform/metrics/metrics.ts';
import type { Handler } from './connection/handlers.ts';

const CALLER_ID = /^[\w.-]{8,64}$/;

/** Paths that probes request every few seconds -> the status of the last answer. */
const probed = new Map([
  ['/healthz', 200],
  ['/readyz', 200],
  ['/metrics', 200],
]);

/**
 * The first match determines the class; the most frequent classes come first. Routes match in any letter case
 * and with repeated slashes, and so do these.
 */
const CLASSES: readonly (readonly [RouteClass, RegExp])[] = [
  ['chat', /^(?:\/+api)?\/+v1\/+(?:chat|completions|messages|responses)(?:\/|$)/i],
  ['embeddings', /^(?:\/+api)?\/+v1\/+embeddings(?:\/|$)/i],
  ['images', /^(?:\/+api)?\/+v1\/+images(?:\/|$)/i],
  ['videos', /^(?:\/+api)?\/+v1\/+videos(?:\/|$)/i],
  ['hub', /^(?:\/+api)?\/+v1(?:\/|$)/i],
  ['ask', /^\/api\/(?:ask|edit)(?:\/|$)/i],
  ['events', /^\/api\/events\/?$/i],
  ['api', /^\/api(?:\/|$)/i],
  ['files', /^\/files(?:\/|$)/i],
  ['assets', /^\/assets(?:\/|$)/i],
  ['probes', /^\/(?:healthz|readyz|metrics)\/?$/i],
];

/**
 * Gives every request an id, answers it as `x-request-id`, and logs the request when it ends, together with
 * the id that its caller sent. The two are kept apart: a caller may send one id with many requests. Health
 * checks and metrics are logged only when their status changes. Every request is counted by its class and
 * status.
 */
export const requestLog: Handler = (req, res, next) => {
  const given = req.headers['x-request-id'];
  const callerId = typeof given === 'string' && CALLER_ID.test(given) ? given : undefined;
  const requestId = randomUUID();
  req.requestId = requestId;
  res.setHeader('x-request-id', requestId);
  const started = process.hrtime.bigint();
  res.once('close', () => {
    const milliseconds = Number(process.hrtime.bigint() - started) / 1e6;
    // The path without its query: search terms and reset tokens must not be logged.
    const path = withoutToken(req.originalUrl.split('?', 1)[0]!);
    counted.requests(routeClassOf(path), res.headersSent ? String(res.statusCode) : 'left').inc();
    const before = probed.get(path);
    if (before === res.statusCode) return;
    if (before !== undefined) probed.set(path, res.statusCode);
    logger().info(
      {
        requestId,
        ...(callerId !== undefined && { callerId }),
        method: req.method,
        path,
        status: res.statusCode,
        milliseconds,
        finished: res.writableEnded,
      },
      'request',
    );
  });
  next();
};

/** The path without the token of a link to a shared chat, which opens that chat. */
function withoutToken(path: string): string {
  return path.replace(/^(\/+share\/+)[^/]+/i, '$1-');
}

/** The class of a request in the metrics. @param path without its query */
export function routeClassOf(path: string): RouteClass {
  return CLASSES.find(([, pattern]) => pattern.test(path))?.[0] ?? 'pages';
}
