import type { ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import type { Config } from '#app/core/platform/config-schema.ts';
import { metricsEndpoint } from '#app/core/platform/metrics/metrics-endpoint.ts';
import { resourceHandler } from './api/resource-routes.ts';
import { builtAssets, earlierAssets } from './built-assets.ts';
import { boundRequests } from './connection/http-server.ts';
import { closeAfterAnswers } from './draining.ts';
import { health, readiness, readSharedMetrics } from './health.ts';
import { remixHandler } from './remix-handler.ts';
import { knownHostsOnly, refuseTrace, sameOriginOnly, wellFormedOnly } from './request-guards.ts';
import { requestLog } from './request-log.ts';
import { hubHeaders, nonce, securityHeaders } from './security-headers.ts';

interface ServerOptions {
  config: Config;
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Vite's middleware in development; in production the built assets are served from disk. */
  assets?: RequestHandler;
}

const clientFolder = (build: ServerOptions['build']): string =>
  typeof build === 'function' ? 'build/client' : build.assetsBuildDirectory;

/** The folder of a build's scripts and styles, relative to the working folder or absolute. */
export const assetFolder = (build: ServerOptions['build']): string => `${clientFolder(build)}/assets`;

/** A stream must reach its reader piece by piece; compression would hold it back. */
function compressible(req: express.Request, res: express.Response): boolean {
  const type = String(res.getHeader('content-type') ?? '');
  if (type.startsWith('text/event-stream') || res.getHeader('x-accel-buffering') === 'no') return false;
  return compression.filter(req, res);
}

/**
 * Matches the public API, also under the path that clients of other hubs use. It captures no part of the
 * path: Express would decode it, and answer invalid encoding itself.
 */
const HUB = /^\/+(?:api\/+)?v1(?:\/|$)/i;

/**
 * Rewrites `/v1/models` to `/api/v1/models`, and also `/v1//models`, which clients build from a base URL that
 * ends with a slash; logs and errors show the original path.
 */
const rewriteToApi: RequestHandler = (req, _res, next) => {
  req.url = req.url.replace(/^[^?]*/, (path) => path.replaceAll(/\/{2,}/g, '/'));
  if (/^\/v1/i.test(req.url)) req.url = `/api${req.url}`;
  next();
};

/** Providers may call webhooks under another host name than users. */
function allowedHosts({ ALLOWED_HOSTS, PROVIDER_WEBHOOK_URL: url }: Config): readonly string[] {
  return url === undefined ? ALLOWED_HOSTS : [...ALLOWED_HOSTS, new URL(url).hostname];
}

/**
 * The web process's HTTP application: logs, then the public API, then security, assets and Remix for
 * browsers.
 */
export function createServer({ config, build, assets }: ServerOptions): Express {
  const app = express();
  const development = config.NODE_ENV === 'development';
  const secure = config.APP_URL?.startsWith('https:') ?? false;
  const api = resourceHandler('/api', build);
  app.disable('x-powered-by');
  app.set('trust proxy', config.TRUST_PROXY);
  app.use(requestLog, wellFormedOnly, closeAfterAnswers);
  if (config.TRUST_PROXY > 0) app.use(boundRequests(config.LIMIT_CONNECTIONS_ADDRESS));
  app.get('/healthz', health);
  app.get('/readyz', (_req, res, next) => {
    readiness(res).catch(next);
  });
  if (config.METRICS_TOKEN)
    app.get('/metrics', metricsEndpoint({ token: config.METRICS_TOKEN, readShared: readSharedMetrics }));
  // Probes use the address of a pod or container, and reveal nothing; all other requests must use a known
  // host name.
  app.use(knownHostsOnly({ appUrl: appUrl(), allowed: allowedHosts(config) }));
  // First, because it is called most and needs none of the following handlers: it serves no page and reads no
  // cookie.
  app.get(HUB, compression({ filter: compressible }));
  app.all(HUB, hubHeaders({ secure }), rewriteToApi, api);
  app.use(nonce, securityHeaders({ secure, development }));
  app.use(compression({ filter: compressible }));
  if (assets) app.use(assets);
  else {
    app.use('/assets', builtAssets(assetFolder(build)), earlierAssets());
    app.use(express.static(clientFolder(build), { maxAge: '1h', index: false }));
  }
  app.use(sameOriginOnly(config.APP_URL ? new URL(config.APP_URL).origin : undefined));
  app.all('/api/*', api);
  app.trace('*', refuseTrace);
  app.all('*', remixHandler(build, config.NODE_ENV));
  return app;
}
