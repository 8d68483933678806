import type { ServerBuild } from '@remix-run/node';
import { fetchHandler } from '#app/http/connection/fetch-handler.ts';
import type { Handler } from '#app/http/connection/handlers.ts';
import { IncomingRequest } from '#app/http/connection/incoming-request.ts';
import { loadContext } from '#app/http/connection/load-context.ts';
import type { Endpoint } from './api-route.ts';

/** A route that answers without a page, and the path parameters of the request. */
export interface FoundResource {
  loader: Endpoint | undefined;
  action: Endpoint | undefined;
  params: Record<string, string>;
}

interface Resource {
  pattern: RegExp;
  /** Names of the captured path parameters, in order; `*` is the rest of the path. */
  names: string[];
  rank: number;
  module: { loader?: unknown; action?: unknown };
}

/** Same ranking as Remix: a fixed part ranks before a parameter, a parameter before the rest. */
const FIXED = 10;

const NAMED = 3;

const REST = -2;

/**
 * Returns a function that finds the resource route of a path below an area, such as `/api`. Most requests are
 * for resource routes, and Remix compares every one with all its routes and creates the request object three
 * times.
 */
export function resourcesUnder(
  area: string,
  { routes }: Pick<ServerBuild, 'routes'>,
): (pathname: string) => FoundResource | null {
  const resources = resourcesIn(area, routes)
    .map(({ path, module }): Resource => ({ ...readPath(path), module }))
    .sort((a, b) => b.rank - a.rank);
  return (pathname) => {
    for (const { pattern, names, module } of resources) {
      const match = pattern.exec(pathname);
      if (!match) continue;
      const params = Object.fromEntries(names.map((name, at) => [name, decode(match[at + 1] ?? '')]));
      return { loader: module.loader as Endpoint, action: module.action as Endpoint, params };
    }
    return null;
  };
}

/** The resource routes below an area, with their full paths. */
export function resourcesIn(
  area: string,
  routes: ServerBuild['routes'],
): { id: string; path: string; module: Resource['module'] }[] {
  return Object.values(routes)
    .flatMap((route) => (route ? [{ ...route, path: pathOf(route.id, routes) }] : []))
    .filter(({ path, module }) => path.startsWith(`${area}/`) && !module.default);
}

function pathOf(id: string, routes: ServerBuild['routes']): string {
  const { parentId, path } = routes[id]!;
  const parent = parentId === undefined ? '' : pathOf(parentId, routes);
  return path ? `${parent}/${path}` : parent;
}

function readPath(path: string): Omit<Resource, 'module'> {
  const names: string[] = [];
  let rank = 0;
  let source = '';
  for (const part of path.split('/').slice(1)) {
    const isRest = part === '*';
    const isNamed = part.startsWith(':');
    rank += 1 + (isRest ? REST : isNamed ? NAMED : FIXED);
    if (isRest || isNamed) names.push(isRest ? part : part.slice(1));
    source += isRest ? '(?:/(.*))?' : isNamed ? '/([^/]+)' : `/${part.replace(/[^\w-]/g, '\\$&')}`;
  }
  return { pattern: new RegExp(`^${source}/*$`, 'i'), names, rank };
}

/** A part that is not valid percent-encoding is returned unchanged. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Serves the resource routes below an area, such as `/api`, without Remix; passes other paths on. In
 * development the build changes, so it is fetched for each request.
 */
export function resourceHandler(area: string, build: ServerBuild | (() => Promise<ServerBuild>)): Handler {
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
