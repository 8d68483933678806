import { beforeAll, describe, expect, it } from 'vitest';
import { banUser } from '#app/core/accounts/bans.ts';
import { newId } from '#app/core/platform/ids.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { useWeb } from '#tests/setup/web.ts';
import { routeFiles } from '../routes/route-files.ts';

const web = useWeb();

const ROUTES = routeFiles().filter(({ file }) => file.startsWith('_shell._operator.admin'));
/** The guard precedes each action and method: the default run tries one action and each kind of method. */
const METHODS = IS_FULL ? ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] : ['GET', 'POST', 'PUT'];
/** Every action that a form can name. */
const ACTS = IS_FULL
  ? ['grant', 'ban', 'endSessions', 'makeAdmin', 'retryAll', 'preview', 'apply', 'confirm']
  : ['ban'];

let victim: { userId: string; email: string };
let admin: string;
const pathOf = (pattern: string) => pattern.replace(':userId', victim.userId);

beforeAll(async () => {
  victim = await createAccount({ email: 'victim@admin.test', creditMicro: 1_000_000n });
  admin = (await createAccount({ role: 'ADMIN' })).userId;
});

type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** Users without access, each with a way to send requests. */
const STRANGERS: Record<string, () => Promise<Ask>> = {
  'a visitor': async () => (path, init) =>
    fetch(web.origin() + path, { ...init, headers: { origin: web.origin() }, redirect: 'manual' }),
  'a user': async () => web.as((await createAccount()).userId),
  'an administrator who is banned': async () => {
    const { userId } = await createAccount({ role: 'ADMIN' });
    const ask = web.as(userId);
    await ask('/');
    await banUser(AUTOCOMMIT, { userId, until: null, reason: null });
    return ask;
  },
};

it('covers the pages of the operator', () => {
  expect(ROUTES.map(({ pattern }) => pattern).sort()).toEqual([
    '/admin',
    '/admin/audit',
    '/admin/catalogue',
    '/admin/jobs',
    '/admin/payments',
    '/admin/providers',
    '/admin/users',
    '/admin/users/:userId',
  ]);
});

describe.each(Object.keys(STRANGERS))('for %s', (who) => {
  it.each(ROUTES)(
    '$pattern does not exist, with any method, and nothing happens',
    async ({ pattern, file }) => {
      const ask = await STRANGERS[who]!();
      const wrong: string[] = [];
      const look = async (answer: Response, name: string) => {
        const text = await answer.text();
        const told = [victim.email, 'Audit log', 'Add credits'].filter((secret) => text.includes(secret));
        if (answer.status !== 404 || told.length > 0) wrong.push(`${name}: ${answer.status} ${told.join()}`);
      };
      for (const method of METHODS) {
        const body = new URLSearchParams({ act: 'grant', amount: '5', reason: 'x', grantId: newId() });
        const init = method === 'GET' || method === 'HEAD' ? { method } : { method, body };
        await look(await ask(pathOf(pattern), init), method);
      }
      for (const act of ACTS)
        await look(
          await ask(pathOf(pattern), { method: 'POST', body: new URLSearchParams({ act, reason: 'x' }) }),
          act,
        );
      const only = `?_routes=${encodeURIComponent(`routes/${file.replace('.tsx', '')}`)}`;
      for (const query of ['', only]) {
        const text = await (await ask(`${pathOf(pattern)}.data${query}`)).text();
        if (text.includes(victim.email) || text.includes('Audit log')) wrong.push(`data${query}`);
      }
      expect(wrong).toEqual([]);
      expect(await selectRows(AUTOCOMMIT, 'SELECT * FROM audit_entries')).toEqual([]);
    },
  );
});

describe('for an administrator', () => {
  it.each(ROUTES)('$pattern exists, and is not cacheable', async ({ pattern }) => {
    const answer = await web.as(admin)(pathOf(pattern));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(await answer.text()).toContain('Audit log');
  });

  it('answers 404 for an unknown user, and 405 on a page without forms', async () => {
    const ask = web.as(admin);
    const statuses: number[] = [];
    for (const id of [newId(), 'no-id', '%00', victim.userId.toUpperCase()])
      statuses.push((await ask(`/admin/users/${id}`)).status);
    expect(statuses).toEqual([404, 404, 404, 404]);
    const body = new URLSearchParams({ act: 'makeAdmin' });
    expect((await ask(`/admin/users/${newId()}`, { method: 'POST', body })).status).toBe(404);
    expect((await ask('/admin/users', { method: 'POST' })).status).toBe(405);
    expect((await ask('/admin/nothing')).status).toBe(404);
  });

  it.each([
    '/admin/users?cursor=nonsense&q=%25%5F%5C',
    '/admin/audit?before=nonsense&act=nothing&person=nobody',
    '/admin/payments?view=none&before=x&match=y&email=z',
    '/admin/providers?provider=none',
    '/admin/catalogue?after=%F0%9F%98%80',
  ])('answers %s with the nearest list', async (path) => {
    expect((await web.as(admin)(path)).status).toBe(200);
  });

  it('shows the links in the side bar and the menu in the first byte, only to administrators', async () => {
    const links = async (userId: string, path: string) =>
      (await (await web.as(userId)(path)).text()).split('href="/admin"').length - 1;
    const [theirs, others]: [number[], number[]] = [[], []];
    for (const path of ['/', '/balance', '/chat/new']) {
      theirs.push(await links(admin, path));
      others.push(await links(victim.userId, path));
    }
    expect(Math.min(...theirs)).toBeGreaterThan(0);
    expect(others).toEqual([0, 0, 0]);
  });

  it('shows untrusted text as text', async () => {
    const name = '<script>alert(1)</script>\u202Egnp.exe';
    const { userId } = await createAccount({ name, email: '"><img src=x>@admin.test' });
    for (const path of [`/admin/users/${userId}`, `/admin/users?q=${encodeURIComponent('"><img')}`]) {
      const html = await (await web.as(admin)(path)).text();
      expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(html).not.toContain('<script>alert(1)');
      expect(html).not.toContain('<img src=x>');
    }
  });
});
