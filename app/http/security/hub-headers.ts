import type { NextFunction, Request, Response } from 'express';
import { HSTS_SECONDS } from './security.ts';

/** What a site's scripts may read of an answer beside its body: what the SDKs look at, and what only this hub says. */
const EXPOSED = [
  'x-request-id',
  'request-id',
  'retry-after',
  'x-should-retry',
  'link',
  'idempotent-replayed',
  'x-ratelimit-limit-requests',
  'x-ratelimit-remaining-requests',
  'x-ratelimit-reset-requests',
  'anthropic-ratelimit-requests-limit',
  'anthropic-ratelimit-requests-remaining',
  'anthropic-ratelimit-requests-reset',
  'x-generation-id',
  'x-provider',
  'x-parlance-ignored-parameters',
  'x-max-tokens-lowered',
].join(', ');

const PREFLIGHT = {
  // All of them wherever it is asked: a browser can then read that a method is not possible.
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-max-age': '86400',
  vary: 'access-control-request-headers',
};

/** Where nobody names what a call will bring. A wildcard would not cover Authorization. */
const USUAL_HEADERS = 'authorization, x-api-key, api-key, content-type';

/**
 * Headers of every answer of the public API, whatever answers it. They are data: nothing in them is run, framed or
 * taken for a page. Any site's scripts may ask for them, for a key is no ambient authority.
 */
export function hubHeaders({ secure }: { secure: boolean }) {
  const headers = new Headers({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': EXPOSED,
    ...(secure && { 'strict-transport-security': `max-age=${HSTS_SECONDS}` }),
  });
  return (req: Request, res: Response, next: NextFunction): void => {
    res.setHeaders(headers);
    if (req.method === 'OPTIONS') {
      res.set(PREFLIGHT);
      // Clients send headers of their own: all that are asked for.
      res.set('access-control-allow-headers', req.get('access-control-request-headers') ?? USUAL_HEADERS);
    }
    next();
  };
}
