import type { IncomingHttpHeaders } from 'node:http';
import { Transform } from 'node:stream';
import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { resourcesIn } from './api/resource-routes.ts';
import { fetchHandler, toRequest } from './connection/fetch-handler.ts';
import type { Handler } from './connection/handlers.ts';
import { loadContext } from './connection/load-context.ts';
import { WrittenResponse, type Answer } from './response/written-response.ts';
import { SESSION_COOKIE } from './session/cookies.ts';

/** Forbids all caching, the browser's own included: after signing out no copy of the page remains. */
const PRIVATE = 'private, no-store';

/** The headers that our pages depend on besides their URL: user, theme and language. */
const DEPENDS_ON = 'Cookie, Accept-Language';

/**
 * Serves pages with Remix. It replaces Remix's own adapter for Express, which has no backpressure for slow
 * readers.
 */
export function remixHandler(build: ServerBuild | (() => Promise<ServerBuild>), mode: string): Handler {
  const pages = typeof build === 'function' ? async () => pagesOf(await build()) : pagesOf(build);
  const answer = createRequestHandler(pages, mode);
  return fetchHandler(async (req, res) =>
    withPageCaching(req, await answer(toRequest(req), loadContext(req, res))),
  );
}

/**
 * Returns a build without the half of its routes that are calls of `/api`: `resourceHandler` has answered
 * those, and Remix compares each page's path with all its routes several times. The route that answers
 * unknown API paths stays, for `/api` itself.
 */
export function pagesOf(build: ServerBuild): ServerBuild {
  const calls = resourcesIn('/api', build.routes).filter(({ path }) => !path.endsWith('*'));
  const answered = new Set(calls.map(({ id }) => id));
  const pagesIn = <Routes extends object>(routes: Routes) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => !answered.has(id))) as Routes;
  // The renderer of a page iterates over the routes of the manifest, too.
  const assets = { ...build.assets, routes: pagesIn(build.assets.routes) };
  return { ...build, assets, routes: pagesIn(build.routes) };
}

/**
 * Sets the caching headers of a page's answer, unless its route has set them: no caching if the request has a
 * session or starts one, or if it sent a form; otherwise caches may store it per cookies and language.
 * API calls and files, which write their answers themselves, set their own headers.
 * @param response its headers are changed
 */
export function withPageCaching(
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
  response: Answer,
): Answer {
  if (response instanceof WrittenResponse) return response;
  const isRead = method === 'GET' || method === 'HEAD';
  const hasSession = headers.cookie?.includes(`${SESSION_COOKIE}=`) || response.headers.has('set-cookie');
  if (!response.headers.has('cache-control') && (!isRead || hasSession))
    response.headers.set('cache-control', PRIVATE);
  response.headers.append('vary', DEPENDS_ON);
  return response;
}

/**
 * Removes null bytes from a page while it is sent. If a multi-byte character does not fit into the rest of
 * React's buffer, React writes it into the next buffer and sends the rest of the first one as nulls, which
 * corrupts a word or a link. No page of ours contains a null byte on purpose.
 */
export function withoutNulls(): Transform {
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      done(null, bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes);
    },
  });
}
