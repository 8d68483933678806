import type { RequestListener } from 'node:http';
import type { ServerBuild } from '@remix-run/node';
import compression, { type CompressionFilter } from 'compression';
import serveStatic from 'serve-static';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import type { Config } from '#app/core/platform/config-schema.ts';
import { metricsEndpoint } from '#app/core/platform/metrics/metrics-endpoint.ts';
import { resourceHandler } from './api/resource-routes.ts';
import { builtAssets, earlierAssets } from './built-assets.ts';
import { inFolder, inOrder, listenerOf, onPath, onRead, type Handler } from './connection/handlers.ts';
import { boundRequests } from './connection/http-server.ts';
import type { WebRequest } from './connection/web-request.ts';
import { closeAfterAnswers } from './draining.ts';
import { health, readiness, readSharedMetrics } from './health.ts';
import { remixHandler } from './remix-handler.ts';
import {
  knownHostsOnly,
  refuseTrace,
  sameOriginOnly,
  wellEncodedOnly,
  wellFormedOnly,
} from './request-guards.ts';
import { requestLog } from './request-log.ts';
import { hubHeaders, nonce, securityHeaders } from './security-headers.ts';

interface ServerOptions {
  config: Config;
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Vite's middleware in development; in production the built assets are served from disk. */
  assets?: Handler;
}

const clientFolder = (build: ServerOptions['build']): string =>
  typeof build === 'function' ? 'build/client' : build.assetsBuildDirectory;

/** The folder of a build's scripts and styles, relative to the working folder or absolute. */
export const assetFolder = (build: ServerOptions['build']): string => `${clientFolder(build)}/assets`;

/** A stream must reach its reader piece by piece; compression would hold it back. */
const isCompressible: CompressionFilter = (req, res) => {
  const type = String(res.getHeader('content-type') ?? '');
  if (type.startsWith('text/event-stream') || res.getHeader('x-accel-buffering') === 'no') return false;
  return compression.filter(req, res);
};

// Paths match in any letter case, and probes also with a slash at their end.
const HEALTH = /^\/healthz\/?$/i;
const READINESS = /^\/readyz\/?$/i;
const METRICS = /^\/metrics\/?$/i;
const ASSETS = /^\/assets\/?(?=\/|$)/i;
const API = /^\/api\//i;

/** Matches the public API, also under the path that clients of other hubs use. */
const HUB = /^\/+(?:api\/+)?v1(?:\/|$)/i;

/**
 * Rewrites `/v1/models` to `/api/v1/models`, and also `/v1//models`, which clients build from a base URL that
 * ends with a slash; logs and errors show the original path.
 */
const rewriteToApi: Handler = (req, _res, next) => {
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
export function createListener({ config, build, assets }: ServerOptions): RequestListener<typeof WebRequest> {
  const development = config.NODE_ENV === 'development';
  const secure = config.APP_URL?.startsWith('https:') ?? false;
  const api = resourceHandler('/api', build);
  // The types of the package are those of Express, of which it uses nothing.
  const compress = compression({ filter: isCompressible }) as unknown as Handler;
  const { METRICS_TOKEN: token, TRUST_PROXY: proxies } = config;
  const handlers: Handler[] = [
    requestLog,
    wellFormedOnly,
    closeAfterAnswers,
    ...(proxies > 0 ? [boundRequests(config.LIMIT_CONNECTIONS_ADDRESS)] : []),
    onPath(HEALTH, onRead(health)),
    onPath(
      READINESS,
      onRead((_req, res, next) => void readiness(res).catch(next)),
    ),
    ...(token ? [onPath(METRICS, onRead(metricsEndpoint({ token, readShared: readSharedMetrics })))] : []),
    // Probes use the address of a pod or container, and reveal nothing; all other requests must use a known
    // host name.
    knownHostsOnly({ appUrl: appUrl(), allowed: allowedHosts(config) }),
    // First, because it is called most and needs none of the following handlers: it serves no page and reads
    // no cookie.
    onPath(HUB, inOrder([onRead(compress), hubHeaders({ secure }), rewriteToApi, api])),
    nonce,
    securityHeaders({ secure, development }),
    compress,
    ...(assets
      ? [assets]
      : [
          inFolder(ASSETS, inOrder([builtAssets(assetFolder(build)), earlierAssets()])),
          serveStatic(clientFolder(build), { maxAge: '1h', index: false }),
        ]),
    sameOriginOnly(config.APP_URL ? new URL(config.APP_URL).origin : undefined),
    wellEncodedOnly,
    onPath(API, api),
    refuseTrace,
    remixHandler(build, config.NODE_ENV),
  ];
  return listenerOf(handlers, { proxies, showErrors: assets !== undefined });
}
