import { randomBytes } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

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

/** A year. */
const HSTS_SECONDS = 31_536_000;

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

/** A fresh nonce for every answer; scripts without it do not run. */
export function nonce(_req: Request, res: Response, next: NextFunction): void {
  res.locals.nonce = randomBytes(16).toString('base64');
  next();
}

/**
 * Security headers. `style-src-attr 'unsafe-inline'` is the one allowance: formulas and highlighted code
 * carry style attributes. Referrer: with `no-referrer` browsers would send `Origin: null` with forms.
 */
export function securityHeaders({ secure, development }: { secure: boolean; development: boolean }) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", (_req, res) => `'nonce-${(res as Response).locals.nonce as string}'`],
        styleSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: development ? ["'self'", 'ws:'] : ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameSrc: ["'self'"],
        frameAncestors: ["'self'"],
        manifestSrc: ["'self'"],
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: secure ? { maxAge: HSTS_SECONDS, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'sameorigin' },
  });
}
