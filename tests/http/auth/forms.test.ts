import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { redis } from '#app/core/platform/redis.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccountWithPassword, PASSWORD } from '#tests/factories/create-account.ts';
import { PlainBrowser, unescape } from '#tests/setup/plain-browser.ts';
import { sharedWeb } from '#tests/setup/shared-web.ts';
import type { WebProcess } from '#tests/setup/web-process.ts';

let web: WebProcess;
beforeAll(async () => {
  web = await sharedWeb();
}, 120_000);
beforeEach(() => redis().flushDb());

const filledIn = (changes: Record<string, string> = {}) => ({
  name: 'Ada Lovelace',
  username: '',
  email: 'ada@example.test',
  password: PASSWORD,
  confirm_password: PASSWORD,
  ...changes,
});

const sessionOf = (browser: PlainBrowser) => browser.cookies.get('parlance_session');

describe('registering by the form, without scripts', () => {
  it('creates the account, the credit and the session, and opens a new chat', async () => {
    const before = Date.now();
    const browser = new PlainBrowser(web.origin);
    const page = await browser.get('/register');
    expect(page.body).toMatch(/href="\/terms"/);
    expect(page.body).toMatch(/href="\/privacy"/);
    const answer = await browser.submit('/register', filledIn({ email: '  Ada@Example.test ' }), '/register');
    expect([answer.status, answer.location]).toEqual([302, '/chat/new']);
    const session = sessionOf(browser);
    expect(session?.attributes).toMatch(/HttpOnly/);
    expect(session?.attributes).toMatch(/SameSite=Lax/);
    const user = await selectRow<Record<string, unknown>>(
      AUTOCOMMIT,
      `SELECT u.*, a.balance_micro FROM users u JOIN accounts a ON a.user_id = u.id WHERE u.email = ?`,
      ['ada@example.test'],
    );
    expect(user).toMatchObject({
      name: 'Ada Lovelace',
      username: null,
      role: 'USER',
      balance_micro: '250000',
    });
    expect(user?.password_hash).toMatch(/^\$argon2id\$/);
    expect(Number(user?.consent_at)).toBeGreaterThanOrEqual(before);
    expect(Number(user?.consent_at)).toBeLessThanOrEqual(Date.now());
    expect((await browser.get('/api/user')).json()).toMatchObject({ email: 'ada@example.test' });
    expect((await browser.get('/login')).location).toBe('/chat/new');
    expect((await browser.get('/register')).location).toBe('/chat/new');
  });

  it('makes an administrator of the address that the operator named', async () => {
    const browser = new PlainBrowser(web.origin);
    await browser.submit('/register', filledIn({ email: 'boss@example.test' }), '/register');
    expect((await browser.get('/api/user')).json()).toMatchObject({ role: 'ADMIN' });
  });

  it.each([
    [{ name: '' }, 'name', 'Name is required'],
    [{ name: 'Al' }, 'name', 'Name must be at least 3 characters'],
    [{ name: '  A  ' }, 'name', 'Name must be at least 3 characters'],
    [{ name: 'x'.repeat(81) }, 'name', 'Name must be at most 80 characters'],
    [{ username: 'a' }, 'username', 'Username must be at least 2 characters'],
    [{ username: 'x'.repeat(81) }, 'username', 'Username must be at most 80 characters'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'a@b.c' }, 'email', 'Email must be at least 6 characters'],
    [{ email: `${'x'.repeat(112)}@mail.test` }, 'email', 'Email must be at most 120 characters'],
    [{ email: 'not an address' }, 'email', 'You must enter a valid email address'],
    [{ password: '', confirm_password: '' }, 'password', 'Password is required'],
    [{ password: 'short', confirm_password: 'short' }, 'password', 'Password must be at least 8 characters'],
    [
      { password: 'x'.repeat(129), confirm_password: 'x'.repeat(129) },
      'password',
      'Password must be at most 128 characters',
    ],
    [{ confirm_password: 'another password' }, 'confirm_password', 'Passwords do not match'],
  ])('shows the error of %j beside the field', async (changes, field, message) => {
    const browser = new PlainBrowser(web.origin);
    const answer = await browser.submit('/register', filledIn(changes), '/register');
    expect(answer.status).toBe(400);
    const input = inputOf(answer.body, field);
    expect(input).toMatch(/aria-invalid="true"/);
    expect(input).toMatch(/autofocus/i);
    const hint = /aria-describedby="([^"]+)"/.exec(input)?.[1] ?? '';
    expect(textOf(answer.body, hint)).toBe(message);
    expect(sessionOf(browser)).toBeUndefined();
    // Typed values stay, but never a password.
    const typed = { ...filledIn(), ...changes };
    for (const name of ['name', 'username', 'email'] as const)
      expect(inputOf(answer.body, name)).toContain(`value="${typed[name].trim() === '' ? '' : typed[name]}"`);
    expect(inputOf(answer.body, 'password')).not.toMatch(/value=/);
    expect(inputOf(answer.body, 'confirm_password')).not.toMatch(/value=/);
  });

  it('accepts the longest and the shortest values that the rules allow', async () => {
    const longest = filledIn({
      name: 'x'.repeat(80),
      username: 'y'.repeat(80),
      email: `${'x'.repeat(64)}@${'y'.repeat(50)}.test`,
      password: 'z'.repeat(128),
      confirm_password: 'z'.repeat(128),
    });
    expect(longest.email).toHaveLength(120);
    const shortest = filledIn({
      name: 'Ann',
      username: 'an',
      email: 'a@b.cd',
      password: '12345678',
      confirm_password: '12345678',
    });
    for (const fields of [longest, shortest])
      expect((await new PlainBrowser(web.origin).submit('/register', fields, '/register')).status).toBe(302);
  });

  it('names the field whose value another user has', async () => {
    await createAccountWithPassword({ email: 'taken@example.test', username: 'taken' });
    const browser = new PlainBrowser(web.origin);
    const email = await browser.submit('/register', filledIn({ email: 'TAKEN@example.test' }), '/register');
    expect(email.status).toBe(409);
    expect(email.body).toContain('There is already an account with this email address');
    const username = await browser.submit(
      '/register',
      filledIn({ email: 'free@example.test', username: 'Taken' }),
      '/register',
    );
    expect(username.status).toBe(409);
    expect(username.body).toContain('This username is already in use');
  });

  it('admits exactly one of twenty concurrent registrations of one address', async () => {
    const browsers = Array.from({ length: 20 }, () => new PlainBrowser(web.origin));
    const body = () => new URLSearchParams(filledIn({ email: 'race@example.test' }));
    const answers = await Promise.all(
      browsers.map((browser) => browser.send('/register', { method: 'POST', body: body() })),
    );
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
      302,
      ...Array.from({ length: 19 }, () => 409),
    ]);
  });

  it('is in the language of the reader', async () => {
    const browser = new PlainBrowser(web.origin, { language: 'ja-JP' });
    const answer = await browser.submit('/register', filledIn({ name: '' }), '/register');
    expect(answer.body).toContain('氏名を入力してください');
  });
});

describe('signing in by the form, without scripts', () => {
  it('begins a session, returns to the requested page, and ends with the form', async () => {
    const { email, userId } = await createAccountWithPassword();
    const browser = new PlainBrowser(web.origin);
    const wanted = '/settings/account';
    const sent = await browser.get(wanted);
    expect([sent.status, sent.location]).toEqual([302, `/login?redirectTo=${encodeURIComponent(wanted)}`]);
    const fields = { email: ` ${email.toUpperCase()} `, password: PASSWORD };
    const answer = await browser.submit(sent.location ?? '', fields, '/login');
    expect([answer.status, answer.location]).toEqual([302, wanted]);
    expect((await browser.get('/api/user')).json()).toMatchObject({ id: userId });
    const left = await browser.send('/logout', { method: 'POST' });
    expect([left.status, left.location]).toEqual([302, '/login']);
    expect(sessionOf(browser)).toBeUndefined();
    const row = await selectRow<{ ended_at: Date | null }>(
      AUTOCOMMIT,
      'SELECT ended_at FROM sessions WHERE user_id = ?',
      [userId],
    );
    expect(row?.ended_at).toBeInstanceOf(Date);
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example'])(
    'never redirects to %s',
    async (to) => {
      const { email } = await createAccountWithPassword();
      const path = `/login?redirectTo=${encodeURIComponent(to)}`;
      const answer = await new PlainBrowser(web.origin).submit(path, { email, password: PASSWORD }, '/login');
      expect(answer.location).toBe('/chat/new');
    },
  );

  it('shows the same error for a wrong password and an unknown address', async () => {
    const { email } = await createAccountWithPassword();
    for (const address of [email, 'nobody@example.test']) {
      const browser = new PlainBrowser(web.origin);
      const answer = await browser.submit('/login', { email: address, password: 'wrong password' }, '/login');
      expect(answer.status).toBe(401);
      expect(answer.body).toContain(
        'Unable to login with the information provided. Please check your credentials and try again.',
      );
      expect(inputOf(answer.body, 'email')).toContain(`value="${address}"`);
    }
  });

  it.each([
    [{ email: '', password: PASSWORD }, 'Email is required'],
    [{ email: 'a@b.c', password: PASSWORD }, 'Email must be at least 6 characters'],
    [{ email: 'ada@example.test', password: '' }, 'Password is required'],
    [{ email: 'ada@example.test', password: '1234567' }, 'Password must be at least 8 characters'],
  ])('checks %j', async (fields, message) => {
    const answer = await new PlainBrowser(web.origin).submit('/login', fields, '/login');
    expect(answer.status).toBe(400);
    expect(answer.body).toContain(message);
  });

  it('answers an error page to a body that is no form', async () => {
    const answer = await fetch(`${web.origin}/login`, { method: 'POST', body: 'text' });
    expect(answer.status).toBe(415);
  });

  it('ignores a forged cookie', async () => {
    const { email } = await createAccountWithPassword();
    const browser = new PlainBrowser(web.origin);
    await browser.submit('/login', { email, password: PASSWORD }, '/login');
    const cookie = sessionOf(browser);
    browser.cookies.set('parlance_session', {
      ...cookie!,
      value: cookie!.value.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A')),
    });
    expect((await browser.get('/api/user')).status).toBe(401);
  });

  it('refuses a form of another site', async () => {
    const { email } = await createAccountWithPassword();
    const browser = new PlainBrowser(web.origin);
    const body = new URLSearchParams({ email, password: PASSWORD });
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await browser.send('/login', { method: 'POST', body, headers: foreign })).status).toBe(403);
    await browser.submit('/login', { email, password: PASSWORD }, '/login');
    expect((await browser.send('/logout', { method: 'POST', headers: foreign })).status).toBe(403);
    expect(
      (
        await browser.send('/logout', {
          method: 'POST',
          headers: { origin: 'null', 'sec-fetch-site': 'cross-site' },
        })
      ).status,
    ).toBe(403);
    expect((await browser.get('/api/user')).status).toBe(200);
  });

  it('does not sign out a user who only opens /logout', async () => {
    const { email } = await createAccountWithPassword();
    const browser = new PlainBrowser(web.origin);
    await browser.submit('/login', { email, password: PASSWORD }, '/login');
    expect((await browser.get('/logout')).location).toBe('/');
    expect((await browser.get('/api/user')).status).toBe(200);
  });
});

function inputOf(html: string, name: string): string {
  return new RegExp(`<input\\b[^>]*\\sname="${name}"[^>]*>`).exec(html)?.[0] ?? '';
}

/** The text of the element with this id. */
function textOf(html: string, id: string): string {
  const inner = new RegExp(`<p id="${id}"[^>]*>([\\s\\S]*?)</p>`).exec(html)?.[1] ?? '';
  return unescape(inner.replace(/<[^>]+>/g, '')).trim();
}
