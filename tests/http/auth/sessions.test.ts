import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '#app/admin/command-line.ts';
import { redis } from '#app/core/platform/redis.ts';
import { watchersKey } from '#app/core/realtime/user-events.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccountWithPassword, PASSWORD } from '#tests/factories/create-account.ts';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { readSse } from '#tests/setup/read-sse.ts';
import { sharedWeb } from '#tests/setup/shared-web.ts';
import type { WebProcess } from '#tests/setup/web-process.ts';

const PAGE = '/settings/sign-in';
const BANNED = 'Your account has been temporarily banned due to violations of our service.';
const NEW = 'a brand new password';

let web: WebProcess;
beforeAll(async () => {
  web = await sharedWeb();
});
beforeEach(() => redis().flushDb());

async function signIn(email: string): Promise<PlainBrowser> {
  const browser = new PlainBrowser(web.origin);
  const answer = await browser.submit('/login', { email, password: PASSWORD }, '/login');
  expect(answer.status).toBe(302);
  return browser;
}

const isIn = async (browser: PlainBrowser) => (await browser.get('/api/user')).status === 200;
const act = (browser: PlainBrowser, fields: Record<string, string>) =>
  browser.send(PAGE, { method: 'POST', body: new URLSearchParams(fields) });

const sessionIds = (html: string) =>
  [...html.matchAll(/name="sessionId" value="([^"]+)"/g)].map(([, id]) => id ?? '');

describe('the list of sessions, without scripts', () => {
  it('shows the user’s sign-ins, and ends one or all others', async () => {
    const { email } = await createAccountWithPassword();
    const [here, there, elsewhere] = await Promise.all([signIn(email), signIn(email), signIn(email)]);
    const page = await here.get(PAGE);
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(page.body).toContain('127.0.0.1');
    const others = sessionIds(page.body);
    expect(others).toHaveLength(2);
    const ended = await act(here, { act: 'end', sessionId: others[0] ?? '' });
    expect([ended.status, ended.location]).toEqual([302, PAGE]);
    expect((await here.get(PAGE)).body).toContain('Session ended.');
    expect((await Promise.all([there, elsewhere].map(isIn))).filter(Boolean)).toHaveLength(1);
    await act(here, { act: 'endOthers' });
    expect(await Promise.all([here, there, elsewhere].map(isIn))).toEqual([true, false, false]);
  });

  it('does not end a session of another user, or an unknown one', async () => {
    const [mine, theirs] = [await createAccountWithPassword(), await createAccountWithPassword()];
    const [here, there] = await Promise.all([signIn(mine.email), signIn(theirs.email)]);
    const row = await selectRow<{ id: string }>(AUTOCOMMIT, 'SELECT id FROM sessions WHERE user_id = ?', [
      theirs.userId,
    ]);
    for (const sessionId of [row?.id ?? '', 'nonsense', ''])
      expect((await act(here, { act: 'end', sessionId })).status).toBe(404);
    expect(await isIn(there)).toBe(true);
    expect((await act(here, { act: 'explode' })).status).toBe(400);
  });

  it('cuts the open streams of an ended session, and no others', async () => {
    const { email, userId } = await createAccountWithPassword();
    const [here, there] = await Promise.all([signIn(email), signIn(email)]);
    const leaving = new AbortController();
    const listen = (browser: PlainBrowser) =>
      fetch(`${web.origin}/api/events`, {
        headers: { cookie: browser.cookieHeader('/api/events') },
        signal: leaving.signal,
      });
    const [mine, theirs] = await Promise.all([listen(here), listen(there)]);
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    await act(here, { act: 'endOthers' });
    await theirs.text();
    await expect.poll(() => redis().zCard(watchersKey(userId))).toBe(1);
    await runCommand(['grant', email, '2.50', '--reason', 'support case 7'], 'operator:test');
    let news = '';
    for await (const { data } of readSse(mine)) {
      news += JSON.stringify(data);
      if (news.includes('"type":"balance"')) break;
    }
    leaving.abort();
    expect(news).toContain('"balanceMicro":"2500000"');
  });

  it('deletes a session that was not used for thirty days', async () => {
    const { email, userId } = await createAccountWithPassword();
    const browser = await signIn(email);
    await change(AUTOCOMMIT, 'UPDATE sessions SET expires_at = ? WHERE user_id = ?', [
      new Date(Date.now() - 1),
      userId,
    ]);
    expect(await isIn(browser)).toBe(false);
  });

  it('records the use of a session at most once a minute', async () => {
    const { email, userId } = await createAccountWithPassword();
    const browser = await signIn(email);
    const read = () =>
      selectRow<{ seen_at: Date; expires_at: Date }>(
        AUTOCOMMIT,
        'SELECT seen_at, expires_at FROM sessions WHERE user_id = ?',
        [userId],
      );
    const before = await read();
    await browser.get('/api/user');
    expect(await read()).toEqual(before);
    const old = new Date(Date.now() - 61_000);
    await change(AUTOCOMMIT, 'UPDATE sessions SET seen_at = ? WHERE user_id = ?', [old, userId]);
    await browser.get('/api/user');
    const after = await read();
    expect(Number(after?.seen_at)).toBeGreaterThan(Number(old));
    expect(Number(after?.expires_at)).toBeGreaterThanOrEqual(Number(before?.expires_at));
  });
});

describe('changing the password, without scripts', () => {
  const fields = (changes: Record<string, string> = {}) => ({
    act: 'password',
    current_password: PASSWORD,
    password: NEW,
    confirm_password: NEW,
    ...changes,
  });

  it('keeps this session and ends the others', async () => {
    const { email } = await createAccountWithPassword();
    const [here, there] = await Promise.all([signIn(email), signIn(email)]);
    expect((await act(here, fields())).location).toBe(PAGE);
    expect(await Promise.all([here, there].map(isIn))).toEqual([true, false]);
    const login = (password: string) =>
      new PlainBrowser(web.origin).postJson('/api/auth/login', { email, password });
    expect((await login(PASSWORD)).status).toBe(401);
    expect((await login(NEW)).status).toBe(200);
  });

  it.each([
    [{ current_password: 'wrong password' }, 401, 'This isn’t your current password'],
    [{ current_password: '' }, 400, 'Password is required'],
    [{ password: 'short', confirm_password: 'short' }, 400, 'Password must be at least 8 characters'],
    [{ confirm_password: 'something else' }, 400, 'Passwords do not match'],
  ])('refuses %j', async (changes, status, message) => {
    const { email } = await createAccountWithPassword();
    const answer = await act(await signIn(email), fields(changes));
    expect(answer.status).toBe(status);
    expect(answer.body).toContain(message);
    expect(
      (await new PlainBrowser(web.origin).postJson('/api/auth/login', { email, password: PASSWORD })).status,
    ).toBe(200);
  });

  it('limits password guesses by a stranger with an open browser', async () => {
    const { email } = await createAccountWithPassword();
    const browser = await signIn(email);
    const tries = Array.from({ length: 10 }, () =>
      act(browser, fields({ current_password: 'wrong password' })),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort((one, other) => one - other);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 429, 429, 429]);
  });
});

describe('a banned user', () => {
  it('gets the ban message on every path, and only with the right password', async () => {
    const { email } = await createAccountWithPassword();
    const browser = await signIn(email);
    await runCommand(['ban', email], 'operator:test');
    const call = await browser.get('/api/user');
    expect(call.status).toBe(403);
    expect(call.json()).toMatchObject({ error: { code: 'ban' } });
    const page = await browser.get(PAGE);
    expect(page.location).toBe('/login?notice=ban');
    expect((await browser.get('/login?notice=ban')).body).toContain(BANNED);
    const right = await browser.submit('/login', { email, password: PASSWORD }, '/login');
    expect([right.status, right.body.includes(BANNED)]).toEqual([403, true]);
    const wrong = await browser.submit('/login', { email, password: 'wrong password' }, '/login');
    expect([wrong.status, wrong.body.includes(BANNED)]).toEqual([401, false]);
    await runCommand(['unban', email], 'operator:test');
    expect(await isIn(browser)).toBe(true);
  });
});

describe('/api/user/users and /api/config', () => {
  it('list users for administrators, page by page, and for no other user', async () => {
    const admin = await createAccountWithPassword({ role: 'ADMIN' });
    const [ordinary, boss] = await Promise.all([
      createAccountWithPassword().then(({ email }) => signIn(email)),
      signIn(admin.email),
    ]);
    expect((await ordinary.get('/api/user/users')).status).toBe(403);
    expect((await new PlainBrowser(web.origin).get('/api/user/users')).status).toBe(401);
    const first = (await boss.get('/api/user/users?limit=2')).json<{ id: string }[]>();
    expect(first).toHaveLength(2);
    const rest = (await boss.get(`/api/user/users?before=${first[1]?.id}`)).json<{ id: string }[]>();
    expect([...first, ...rest].map(({ id }) => id)).toContain(admin.userId);
    expect(rest.map(({ id }) => id)).not.toContain(first[1]?.id);
    expect(JSON.stringify(rest)).not.toMatch(/hash|argon2/i);
    expect((await boss.get('/api/user/users?limit=0')).json()).toMatchObject({ error: { param: 'limit' } });
  });

  it('give a visitor the data that an interface needs', async () => {
    const answer = await new PlainBrowser(web.origin).get('/api/config');
    expect(answer.json()).toEqual({
      appTitle: 'Parlance',
      checkBalance: true,
      registrationEnabled: true,
      emailEnabled: false,
      socialLoginEnabled: false,
      googleLoginEnabled: false,
      openidLoginEnabled: false,
      githubLoginEnabled: false,
      openidLabel: null,
      openidImageUrl: null,
      serverDomain: web.origin,
    });
  });
});
