import type { ServerBuild } from '@remix-run/node';
import { expect, it } from 'vitest';
import { pagesOf } from './remix-handler.ts';

it('gives Remix every page, and of the calls only those that say what is no call', () => {
  const routes = [
    ['root', ''],
    ['layout', undefined],
    ['chat', 'chat/new'],
    ['apiary', 'apiary'],
    ['call', 'api/keys/:keyId'],
    ['nothing', 'api/*'],
    ['page', 'api/page', () => null],
  ] as const;
  const build = {
    publicPath: '/',
    assets: { version: '1', routes: Object.fromEntries(routes.map(([id]) => [id, { id }])) },
    routes: Object.fromEntries(
      routes.map(([id, path, page]) => [id, { id, path, module: { loader: id, default: page } }]),
    ),
  } as unknown as ServerBuild;
  const pages = pagesOf(build);
  expect(Object.keys(pages.routes)).toEqual(['root', 'layout', 'chat', 'apiary', 'nothing', 'page']);
  expect(Object.keys(pages.assets.routes)).toEqual(Object.keys(pages.routes));
  expect(pages).toMatchObject({ publicPath: '/', assets: { version: '1' } });
});
