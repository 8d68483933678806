import type { IncomingHttpHeaders } from 'node:http';
import { Transform } from 'node:stream';
import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';
import { resourcesIn } from './api/resource-routes.ts';
import { fetchHandler, toRequest } from './connection/fetch-handler.ts';
import { loadContext } from './connection/load-context.ts';
import { WrittenResponse, type Answer } from './response/written-response.ts';
import { SESSION_COOKIE } from './session/cookies.ts';

/** No cache keeps it, the browser's own included: after signing out nothing of it is found. */
const PRIVATE = 'private, no-store';

/** All that a page of ours depends on beside its address: who reads it, their theme and their language. */
const DEPENDS_ON = 'Cookie, Accept-Language';

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

/**
 * Says who may keep the answer of a page, where its route has not said so itself: nobody, when the request has a session
 * or begins one, or when it sent a form; else each cache for readers of the same cookies and language.
 * Calls and files, which write their answers themselves, say it themselves.
 * @param response its headers are changed
 */
export function withPageCaching(
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
  response: Answer,
): Answer {
  if (response instanceof WrittenResponse) return response;
  const isRead = method === 'GET' || method === 'HEAD';
  const isOfSomebody = headers.cookie?.includes(`${SESSION_COOKIE}=`) || response.headers.has('set-cookie');
  if (!response.headers.has('cache-control') && (!isRead || isOfSomebody))
    response.headers.set('cache-control', PRIVATE);
  response.headers.append('vary', DEPENDS_ON);
  return response;
}

/**
 * Takes null bytes out of a page on its way. React writes a character of several bytes that does not fit into the rest
 * of its buffer into the next one, and sends the rest along as nulls: a mark in the middle of a word, or a link that
 * leads nowhere. No page of ours has one of its own.
 */
export function withoutNulls(): Transform {
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      done(null, bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes);
    },
  });
}
