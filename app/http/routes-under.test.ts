import type { ServerBuild } from '@remix-run/node';
import { expect, it } from 'vitest';
import { routesUnder } from './routes-under.ts';

function route(id: string, path: string | undefined, parentId?: string) {
  return { id, path, parentId, module: { default: () => null } };
}

const build = {
  publicPath: '/',
  routes: Object.fromEntries(
    [
      route('root', ''),
      route('layout', undefined, 'root'),
      route('home', 'home', 'layout'),
      route('api', 'api/credits', 'layout'),
      route('v1', 'api/v1/models', 'root'),
      route('rest', '*', 'root'),
      route('none', 'api/*', 'root'),
    ].map((one) => [one.id, one]),
  ),
} as unknown as ServerBuild;

it('keeps the routes below a path and those around them', () => {
  const { routes, publicPath } = routesUnder('/api', build) as ServerBuild;
  expect(Object.keys(routes).sort()).toEqual(['api', 'layout', 'none', 'root', 'v1']);
  expect(publicPath).toBe('/');
  expect(Object.keys((routesUnder('/api/v1', build) as ServerBuild).routes)).toEqual(['root', 'v1']);
});

it('leaves a whole build as it is', () => {
  expect(routesUnder('', build)).toBe(build);
});

it('looks anew at a build that changes while it is worked on', async () => {
  const area = routesUnder('/api/v1', async () => build) as () => Promise<ServerBuild>;
  expect(Object.keys((await area()).routes)).toEqual(['root', 'v1']);
});
