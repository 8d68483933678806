import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';
import { resourcesIn } from './api/resource-routes.ts';
import { fetchHandler, toRequest } from './connection/fetch-handler.ts';
import { loadContext } from './connection/load-context.ts';
import { withPageCaching } from './response/page-caching.ts';

/** Serves pages with Remix, in the place of its own adapter for Express: that one heeds no slow reader. */
export function remixHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: string,
): RequestHandler {
  const pages = typeof build === 'function' ? async () => pagesOf(await build()) : pagesOf(build);
  const answer = createRequestHandler(pages, mode);
  return fetchHandler(async (req, res) =>
    withPageCaching(req, await answer(toRequest(req), loadContext(req, res))),
  );
}

/**
 * A build without the half of its routes that are calls of `/api`: `resourceHandler` has answered those, and Remix weighs
 * every route it has, several times for each page. The one that says what is no call stays, for `/api` itself.
 */
export function pagesOf(build: ServerBuild): ServerBuild {
  const calls = resourcesIn('/api', build.routes).filter(({ path }) => !path.endsWith('*'));
  const answered = new Set(calls.map(({ id }) => id));
  const pagesIn = <Routes extends object>(routes: Routes) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => !answered.has(id))) as Routes;
  // What renders a page goes through the routes of its manifest, too.
  const assets = { ...build.assets, routes: pagesIn(build.assets.routes) };
  return { ...build, assets, routes: pagesIn(build.routes) };
}
