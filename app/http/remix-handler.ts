import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';
import { fetchHandler, toRequest } from './connection/fetch-handler.ts';
import { loadContext } from './connection/load-context.ts';

/** Serves pages with Remix, in the place of its own adapter for Express: that one heeds no slow reader. */
export function remixHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: string,
): RequestHandler {
  const answer = createRequestHandler(build, mode);
  return fetchHandler((req, res) => answer(toRequest(req), loadContext(req, res)));
}
