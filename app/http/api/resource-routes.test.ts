import type { ServerBuild } from '@remix-run/node';
import { expect, it } from 'vitest';
import { resourcesUnder } from './resource-routes.ts';

function route(id: string, path: string | undefined, parentId?: string, page = false) {
  const module = { loader: id, action: id, ...(page && { default: () => null }) };
  return { id, path, parentId, module };
}

const build = {
  routes: Object.fromEntries(
    [
      route('root', '', undefined, true),
      route('layout', undefined, 'root', true),
      route('home', 'home', 'layout'),
      route('page', 'api/page', 'root', true),
      route('nothing', 'api/*', 'root'),
      route('hub nothing', 'api/v1/*', 'root'),
      route('models', 'api/v1/models', 'layout'),
      route('model', 'api/v1/models/*', 'root'),
      route('any key', 'api/keys/:keyId', 'root'),
      route('own key', 'api/keys/own', 'root'),
      route('rotate', 'api/keys/:keyId/rotate', 'root'),
      route('dot', 'api/v1.2', 'root'),
    ].map((one) => [one.id, one]),
  ),
} as unknown as ServerBuild;

const find = resourcesUnder('/api', build);

it.each([
  ['/api/v1/models', 'models', {}],
  ['/API/v1/Models/', 'models', {}],
  ['/api/v1/models/a/b%20c', 'model', { '*': 'a/b c' }],
  ['/api/v1/model', 'hub nothing', { '*': 'model' }],
  ['/api/keys/own', 'own key', {}],
  ['/api/keys/ab%2Fc', 'any key', { keyId: 'ab/c' }],
  ['/api/keys/%zz', 'any key', { keyId: '%zz' }],
  ['/api/keys/abc/rotate', 'rotate', { keyId: 'abc' }],
  ['/api/keys/abc/rotate/more', 'nothing', { '*': 'keys/abc/rotate/more' }],
  ['/api/v1.2', 'dot', {}],
  ['/api/v1x2', 'nothing', { '*': 'v1x2' }],
  // A page is not available to API calls.
  ['/api/page', 'nothing', { '*': 'page' }],
])('%s is answered by %s', (path, id, params) => {
  expect(find(path)).toEqual({ loader: id, action: id, params });
});

it.each(['/', '/home', '/apia'])('%s is no resource route', (path) => {
  expect(find(path)).toBeNull();
});
