import type { RequestListener, ServerResponse } from 'node:http';
import finalhandler from 'finalhandler';
import { logger } from '#app/core/platform/logger.ts';
import type { WebRequest } from './web-request.ts';

/** Passes a request on: to the next handler, or with an error to the end of all of them. */
export type Next = (error?: unknown) => void;

/** Answers a request, or passes it on. Packages for Node's HTTP server have the same signature. */
export type Handler = (req: WebRequest, res: ServerResponse, next: Next) => void;

interface ListenerOptions {
  /** The number of proxies in front of this process. */
  proxies: number;
  /** Shows callers the stack of an error: for development only. */
  showErrors?: boolean;
}

/**
 * Joins handlers into one, which runs them in order until one of them answers. An error, also one that is
 * thrown, skips the rest of them.
 */
export function inOrder(handlers: readonly Handler[]): Handler {
  return (req, res, done) => {
    let at = 0;
    const next: Next = (error) => {
      const handler = handlers[at];
      if (error || !handler) return done(error);
      at += 1;
      try {
        handler(req, res, next);
      } catch (thrown) {
        next(thrown);
      }
    };
    next();
  };
}

/** Runs a handler only for paths that match. */
export function onPath(pattern: RegExp, handler: Handler): Handler {
  return (req, res, next) => (pattern.test(req.path) ? handler(req, res, next) : next());
}

/** Runs a handler only for GET and HEAD. */
export function onRead(handler: Handler): Handler {
  return (req, res, next) =>
    req.method === 'GET' || req.method === 'HEAD' ? handler(req, res, next) : next();
}

/**
 * Runs a handler for the paths of a folder, which it sees without the folder.
 * @param folder matches the beginning of a path, up to a slash or the end
 */
export function inFolder(folder: RegExp, handler: Handler): Handler {
  return (req, res, next) => {
    const removed = folder.exec(req.path)?.[0];
    if (removed === undefined) return next();
    const { url } = req;
    const rest = url.slice(removed.length);
    req.url = rest.startsWith('/') ? rest : `/${rest}`;
    handler(req, res, (error) => {
      req.url = url;
      next(error);
    });
  };
}

/**
 * The listener of an HTTP server that answers by handlers. A request that none of them answers gets a 404; an
 * error is answered with its `status`, or 500, and without details.
 */
export function listenerOf(
  handlers: readonly Handler[],
  { proxies, showErrors = false }: ListenerOptions,
): RequestListener<typeof WebRequest> {
  const answer = inOrder(handlers);
  const env = showErrors ? 'development' : 'production';
  return (req, res) => {
    req.identify(proxies);
    const onerror = (error: unknown) => logFailure(error, req);
    answer(req, res, finalhandler(req, res, { env, onerror }));
  };
}

/** The errors of callers are in the log of requests by their status. */
function logFailure(error: unknown, { requestId }: WebRequest): void {
  if (error instanceof Error && 'status' in error && Number(error.status) < 500) return;
  logger().error({ err: error, requestId }, 'request failed');
}
