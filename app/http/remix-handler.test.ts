import { PassThrough, type Transform } from 'node:stream';
import type { ServerBuild } from '@remix-run/node';
import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { pagesOf, withoutNulls, withPageCaching } from './remix-handler.ts';
import { WrittenResponse } from './response/written-response.ts';

it('gives Remix all pages, but of the API routes only those that answer unknown paths', () => {
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

const SIGNED_IN = { cookie: 'theme=dark; parlance_session=abc' };

describe('withPageCaching', () => {
  it('allows caching of a page by visitor and language', () => {
    expect(cachingOf({})).toEqual([null, 'Cookie, Accept-Language']);
    expect(cachingOf({ headers: { cookie: 'theme=dark' } }, { vary: 'Origin' })).toEqual([
      null,
      'Origin, Cookie, Accept-Language',
    ]);
  });

  it.each([
    ['is of a session', { headers: SIGNED_IN }, {}],
    ['begins one', {}, { 'set-cookie': 'parlance_session=abc' }],
    ['answers a form', { method: 'POST' }, {}],
  ])('forbids caching of a page that %s', (_name, request, headers) => {
    expect(cachingOf(request, headers)).toEqual(['private, no-store', 'Cookie, Accept-Language']);
  });

  it('leaves a self-written answer unchanged', () => {
    const written = new WrittenResponse({ headers: { etag: 'x' } }, () => Promise.resolve());
    expect(withPageCaching({ method: 'GET', headers: SIGNED_IN }, written)).toBe(written);
    expect([...written.headers]).toEqual([['etag', 'x']]);
  });

  it("leaves a route's own caching header unchanged", () => {
    const [caching] = cachingOf({ headers: SIGNED_IN }, { 'cache-control': 'public, max-age=60' });
    expect(caching).toBe('public, max-age=60');
  });
});

const WORD = '\u8a9e';

const PAGE = Array.from({ length: 5000 }, (_, index) => createElement('b', { key: index }, WORD));

it('a page of multi-byte characters arrives as it was rendered', async () => {
  expect(await render(withoutNulls())).toBe(`<div>${`<b>${WORD}</b>`.repeat(PAGE.length)}</div>`);
});

it('is still needed', async () => {
  expect(await render(new PassThrough())).toContain('\0');
});

function cachingOf(
  request: { method?: string; headers?: { cookie?: string } },
  headers: Record<string, string> = {},
) {
  const answer = new Response('', { headers });
  withPageCaching({ method: 'GET', headers: {}, ...request }, answer);
  return [answer.headers.get('cache-control'), answer.headers.get('vary')];
}

async function render(through: Transform): Promise<string> {
  const { pipe } = renderToPipeableStream(createElement('div', null, PAGE));
  return Buffer.concat(await pipe(through).toArray()).toString();
}
