import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#app/contracts/errors.ts';
import type { PageAccess } from './page-caller.ts';
import { pageLoader } from './page-loader.ts';

vi.mock('#app/core/platform/logger.ts', () => ({ logger: () => ({ error: () => undefined }) }));
vi.mock('#app/core/platform/config.ts', () => ({ config: () => ({ APP_TITLE: 'Agora' }) }));
vi.mock('#app/http/session/open-stream.ts', () => ({}));
vi.mock('#app/http/session/session.ts', () => ({
  readCaller: async ({ headers }: Request) => {
    const who = headers.get('cookie');
    if (who === 'banned') throw new AppError('ban');
    if (who === 'lost') throw Object.assign(new Error('lost'), { code: 'ECONNRESET' });
    return who === null ? null : { user: { id: who, role: who.toUpperCase() }, session: { id: 'one' } };
  },
}));

function argsOf(who: string | null, method = 'GET'): LoaderFunctionArgs {
  const headers = { referer: 'http://own.test/page?tab=two', ...(who !== null && { cookie: who }) };
  const request = new Request('http://own.test/page?tab=one', { method, headers });
  return {
    request,
    params: { id: 'x' },
    context: { requestId: 'request-1' },
  } as unknown as LoaderFunctionArgs;
}

const loaderFor = (auth: PageAccess) =>
  pageLoader({ auth }, ({ user, session, url, params }, more: string) => ({
    user: user?.id ?? null,
    session: session?.id ?? null,
    tab: url.searchParams.get('tab'),
    id: params.id,
    more,
  }));

/** Returns the data of a loader, or the status and the address of the Response that it throws. */
const outcome = (loading: Promise<unknown>) =>
  loading.catch((thrown: Response) => [thrown.status, thrown.headers.get('location')]);

describe('the loader of a page', () => {
  it('gets the caller, the address, and what its route passes on', async () => {
    const page = { user: 'user', session: 'one', tab: 'one', id: 'x', more: 'rest' };
    expect(await loaderFor('user')(argsOf('user'), 'rest')).toEqual(page);
    expect(await loaderFor('none')(argsOf('user'), 'rest')).toEqual({ ...page, user: null, session: null });
  });

  it.each([
    ['user', null, [302, '/login?redirectTo=%2Fpage%3Ftab%3Done']],
    ['user', 'banned', [302, '/login?notice=ban']],
    ['user', 'lost', [503, null]],
    ['admin', null, [404, null]],
    ['admin', 'user', [404, null]],
    ['admin', 'banned', [404, null]],
    ['admin', 'admin', expect.objectContaining({ user: 'admin' })],
    ['visitor', null, expect.objectContaining({ user: null })],
    ['visitor', 'banned', expect.objectContaining({ user: null })],
    ['visitor', 'user', expect.objectContaining({ user: 'user' })],
  ] as const)('of access %s for %s', async (auth, who, expected) => {
    expect(await outcome(loaderFor(auth)(argsOf(who), ''))).toEqual(expected);
  });

  it('leads a visitor whose form was sent back to the page of the form', async () => {
    const expected = [302, '/login?redirectTo=%2Fpage%3Ftab%3Dtwo'];
    expect(await outcome(loaderFor('user')(argsOf(null, 'POST'), ''))).toEqual(expected);
  });

  it.each([
    ['an error with a status', new AppError('not_found'), 404],
    ['a database that is away', Object.assign(new Error('lost'), { code: 'ECONNRESET' }), 503],
    ['an unexpected error', new TypeError('x is not a function'), 500],
    ['a Response', redirect('/'), 302],
  ])('throws a Response for %s', async (_, error, status) => {
    const loading = pageLoader({ auth: 'none' }, () => {
      throw error;
    })(argsOf(null));
    await expect(loading).rejects.toMatchObject({ status });
    await expect(loading).rejects.toBeInstanceOf(Response);
  });
});
