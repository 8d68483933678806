import { randomBytes } from 'node:crypto';
import helmet from 'helmet';
import type { Handler } from './connection/handlers.ts';
import type { WebRequest } from './connection/web-request.ts';

/**
 * The headers that scripts of other sites may read besides the body: those that the SDKs read, and our own.
 */
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

const PREFLIGHT = new Headers({
  // Lists all methods for every path: a browser can then read the error for a method that is not allowed.
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-max-age': '86400',
  vary: 'access-control-request-headers',
});

/** The default if the preflight names no headers. A wildcard would not cover Authorization. */
const DEFAULT_ALLOWED_HEADERS = 'authorization, x-api-key, api-key, content-type';

/** One year. */
const HSTS_SECONDS = 31_536_000;

/**
 * Sets the headers of every answer of the public API. The answers are data: nothing in them is executed,
 * framed or treated as a page. Scripts of any site may call it, because a key is no ambient authority.
 */
export function hubHeaders({ secure }: { secure: boolean }): Handler {
  const headers = new Headers({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': EXPOSED,
    ...(secure && { 'strict-transport-security': `max-age=${HSTS_SECONDS}` }),
  });
  return (req, res, next) => {
    res.setHeaders(headers);
    if (req.method === 'OPTIONS') {
      res.setHeaders(PREFLIGHT);
      // Clients send their own headers, so all requested ones are allowed.
      res.setHeader(
        'access-control-allow-headers',
        req.headers['access-control-request-headers'] ?? DEFAULT_ALLOWED_HEADERS,
      );
    }
    next();
  };
}

/** A new nonce for every answer; scripts without it do not run. */
export const nonce: Handler = (req, _res, next) => {
  req.nonce = randomBytes(16).toString('base64');
  next();
};

/**
 * Security headers. `style-src-attr 'unsafe-inline'` is the only exception: formulas and highlighted code
 * carry style attributes. Referrer: with `no-referrer` browsers would send `Origin: null` with forms.
 */
export function securityHeaders({ secure, development }: { secure: boolean; development: boolean }): Handler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", (req) => `'nonce-${(req as WebRequest).nonce}'`],
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
