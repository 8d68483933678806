import type { ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';
import { fetchHandler } from '#app/http/connection/fetch-handler.ts';
import { IncomingRequest } from '#app/http/connection/incoming-request.ts';
import { loadContext } from '#app/http/connection/load-context.ts';
import type { Endpoint } from './api-route.ts';

/** A route that answers by itself, without a page, and the parts of the path that it names. */
export interface FoundResource {
  loader: Endpoint | undefined;
  action: Endpoint | undefined;
  params: Record<string, string>;
}

interface Resource {
  pattern: RegExp;
  /** Of the parts that the pattern catches, in order; `*` is the rest of the path. */
  names: string[];
  rank: number;
  module: { loader?: unknown; action?: unknown };
}

/** As Remix ranks: a fixed part before a named one, a named one before the rest. */
const FIXED = 10;

const NAMED = 3;

const REST = -2;

/**
 * Looks for the resource route of a path among those below an area, such as `/api`. By far most requests are for
 * them, and Remix weighs all its routes for each and builds the request three times over.
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

/** The routes below an area that answer by themselves, with their whole paths. */
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

/** What is no encoding stands for itself. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

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
