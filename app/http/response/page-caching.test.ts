import { describe, expect, it } from 'vitest';
import { WrittenResponse } from './written-response.ts';
import { withPageCaching } from './page-caching.ts';

const SIGNED_IN = { cookie: 'theme=dark; parlance_session=abc' };

function cachingOf(
  request: { method?: string; headers?: { cookie?: string } },
  headers: Record<string, string> = {},
) {
  const answer = new Response('', { headers });
  withPageCaching({ method: 'GET', headers: {}, ...request }, answer);
  return [answer.headers.get('cache-control'), answer.headers.get('vary')];
}

describe('withPageCaching', () => {
  it('lets a page be kept by visitor and language', () => {
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
  ])('has nobody keep what %s', (_name, request, headers) => {
    expect(cachingOf(request, headers)).toEqual(['private, no-store', 'Cookie, Accept-Language']);
  });

  it('leaves an answer that writes itself', () => {
    const written = new WrittenResponse({ headers: { etag: 'x' } }, () => Promise.resolve());
    expect(withPageCaching({ method: 'GET', headers: SIGNED_IN }, written)).toBe(written);
    expect([...written.headers]).toEqual([['etag', 'x']]);
  });

  it('leaves what a route has said', () => {
    const [caching] = cachingOf({ headers: SIGNED_IN }, { 'cache-control': 'public, max-age=60' });
    expect(caching).toBe('public, max-age=60');
  });
});
