import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';
import { fetchHandler } from './fetch-handler.ts';

/** Serves pages with Remix, in the place of its own adapter for Express: that one heeds no slow reader. */
export function remixHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: string,
): RequestHandler {
  const answer = createRequestHandler(build, mode);
  return fetchHandler((_req, exchange) => {
    const { request, context } = exchange();
    return answer(request, context);
  });
}
