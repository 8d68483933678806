import type { ServerBuild } from '@remix-run/node';

type Build = ServerBuild | (() => Promise<ServerBuild>);

/**
 * A build with nothing but the routes below a path, and those around them. Remix ranks all the routes it has
 * whenever it looks for one, which for a call of the API is more work than what the call itself needs.
 * @param area such as `/api`; the empty text is everything
 */
export function routesUnder(area: string, build: Build): Build {
  if (area === '') return build;
  if (typeof build === 'function') return async () => under(area, await build());
  return under(area, build);
}

function under(area: string, build: ServerBuild): ServerBuild {
  const { routes } = build;
  const isInside = (id: string): boolean => pathOf(id, routes).startsWith(`${area}/`);
  const kept = new Set(Object.keys(routes).filter(isInside));
  for (const id of kept) {
    // A set hears of what is added while it is walked through: parents bring their parents.
    const { parentId } = routes[id]!;
    if (parentId !== undefined) kept.add(parentId);
  }
  return { ...build, routes: Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id))) };
}

function pathOf(id: string, routes: ServerBuild['routes']): string {
  const { parentId, path } = routes[id]!;
  const parent = parentId === undefined ? '' : pathOf(parentId, routes);
  return path ? `${parent}/${path}` : parent;
}
