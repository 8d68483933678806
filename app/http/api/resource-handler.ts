import type { ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';
import { fetchHandler } from '#app/http/connection/fetch-handler.ts';
import { IncomingRequest } from '#app/http/connection/incoming-request.ts';
import { loadContext } from '#app/http/connection/load-context.ts';
import { resourcesUnder } from './resource-routes.ts';

/**
 * Serves the resource routes below an area, such as `/api`, by themselves; what is none of them goes on. While the
 * application is worked on its build changes, so it is asked for anew each time.
 */
export function resourceHandler(
  area: string,
  build: ServerBuild | (() => Promise<ServerBuild>),
): RequestHandler {
  if (typeof build === 'function') {
    return (req, res, next) => {
      build()
        .then((newest) => resourceHandler(area, newest)(req, res, next))
        .catch(next);
    };
  }
  const find = resourcesUnder(area, build);
  return fetchHandler((req, res) => {
    const found = find(req.path);
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const run = isRead ? found?.loader : found?.action;
    if (!run) return null;
    return run({ request: new IncomingRequest(req), context: loadContext(req, res), params: found!.params });
  });
}
