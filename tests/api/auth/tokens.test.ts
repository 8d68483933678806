import { SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refreshSession } from '#app/core/accounts/sessions/session-lifetime.ts';
import { redis } from '#app/core/platform/redis.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccountWithPassword, PASSWORD } from '#tests/factories/create-account.ts';
import { useApi } from '#tests/setup/api.ts';
import { TEST_ENVIRONMENT } from '#tests/setup/environment.ts';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { sessionCookie } from '#tests/setup/signed-in.ts';

const api = useApi();
beforeEach(() => redis().flushDb());
afterEach(() => vi.useRealTimers());

interface TokenAnswer {
  token: string;
  user: Record<string, unknown>;
}

/** A signed-in API client. */
async function signIn(email: string) {
  const client = new PlainBrowser(api.origin());
  const answer = await client.postJson('/api/auth/login', { email, password: PASSWORD });
  expect(answer.status).toBe(200);
  return { client, answer, ...answer.json<TokenAnswer>() };
}

const withToken = (token: string) =>
  new PlainBrowser(api.origin()).send('/api/user', { headers: { authorization: `Bearer ${token}` } });

const refreshCookie = (client: PlainBrowser) => client.cookies.get('parlance_refresh')?.value;

/** The session cookie of a browser that signs in now. */
async function browserSession(userId: string): Promise<string> {
  const cookie = await sessionCookie(userId);
  return cookie.slice(cookie.indexOf('=') + 1);
}

/** A client with this refresh token only. */
function holding(value: string): PlainBrowser {
  const client = new PlainBrowser(api.origin());
  client.cookies.set('parlance_refresh', { value, path: '/api/auth', attributes: '' });
  return client;
}

describe('/api/auth/login', () => {
  it('returns a token, the user without any secret, and a refresh cookie for /api/auth only', async () => {
    const { email, userId } = await createAccountWithPassword({ username: 'grace' });
    const { token, user, answer, client } = await signIn(email);
    expect(Object.keys(user).sort()).toEqual(
      'apiKeys avatar createdAt defaultModel email emailVerified id keepsCalls name refusesStore role username'.split(
        ' ',
      ),
    );
    expect(user).toMatchObject({ id: userId, email, username: 'grace', role: 'USER' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(client.cookies.get('parlance_refresh')?.attributes).toMatch(
      /(?=.*HttpOnly)(?=.*Path=\/api\/auth)(?=.*SameSite=Strict)/,
    );
    expect((await withToken(token)).json()).toEqual(user);
    expect(answer.body).not.toContain('argon2');
  });

  it.each([
    [{ password: PASSWORD }, 'email'],
    [{ email: 7, password: PASSWORD }, 'email'],
    [{ email: 'no address', password: PASSWORD }, 'email'],
    [{ email: 'ada@example.test' }, 'password'],
    [{ email: 'ada@example.test', password: 'short' }, 'password'],
    [{ email: 'ada@example.test', password: ['x'] }, 'password'],
  ])('refuses %j with the texts of the specification, and names the field', async (body, param) => {
    const answer = await new PlainBrowser(api.origin()).postJson('/api/auth/login', body);
    expect(answer.status).toBe(400);
    const message =
      'Unable to login with the information provided. Please check your credentials and try again.';
    expect(answer.json()).toMatchObject({ message, error: { message, param } });
  });

  it('answers 405, 415 and 404 as JSON', async () => {
    const client = new PlainBrowser(api.origin());
    const get = await client.get('/api/auth/login');
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    const form = await client.send('/api/auth/login', {
      method: 'POST',
      body: new URLSearchParams({ a: 'b' }),
    });
    expect(form.status).toBe(415);
    const unknown = await client.get('/api/auth/nothing');
    expect(unknown.status).toBe(404);
    expect(unknown.json()).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe('access tokens', () => {
  it('ends after a quarter of an hour, although it was accepted before', async () => {
    const { email } = await createAccountWithPassword();
    const { token } = await signIn(email);
    expect((await withToken(token)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
    expect((await withToken(token)).status).toBe(401);
  });

  const key = new TextEncoder().encode(TEST_ENVIRONMENT.JWT_SECRET.slice('k1:'.length));
  const sessionOf = async (userId: string) =>
    (await selectRow<{ id: string }>(AUTOCOMMIT, 'SELECT id FROM sessions WHERE user_id = ?', [userId]))
      ?.id ?? '';
  const sign = (sid: string, { secret = key, kid = 'k1', audience = 'parlance-api', expires = '5m' } = {}) =>
    new SignJWT({ sid })
      .setProtectedHeader({ alg: 'HS256', kid })
      .setAudience(audience)
      .setExpirationTime(expires)
      .sign(secret);

  it('are only valid with our signature, for our audience, and in time', async () => {
    const { email, userId } = await createAccountWithPassword();
    await signIn(email);
    const sid = await sessionOf(userId);
    expect((await withToken(await sign(sid))).status).toBe(200);
    const strangers = [
      await sign(sid, { secret: new TextEncoder().encode('another secret of the same length') }),
      await sign(sid, { kid: 'k2' }),
      await sign(sid, { audience: 'another-api' }),
      await sign(sid, { expires: '-1s' }),
      `${Buffer.from('{"alg":"none","kid":"k1"}').toString('base64url')}.${Buffer.from(JSON.stringify({ sid, aud: 'parlance-api' })).toString('base64url')}.`,
      'nonsense',
      '',
    ];
    for (const token of strangers) expect((await withToken(token)).status).toBe(401);
  });

  it('are revoked with their session, within a second and before they expire', async () => {
    const { email } = await createAccountWithPassword();
    const { token, client } = await signIn(email);
    const left = await client.send('/api/auth/logout', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(left.status).toBe(204);
    expect((await withToken(token)).status).toBe(401);
    expect(refreshCookie(client)).toBeUndefined();
  });
});

describe('/api/auth/refresh', () => {
  it('gives twenty parallel holders of a token the same successor', async () => {
    const { email } = await createAccountWithPassword();
    const { client } = await signIn(email);
    const first = refreshCookie(client) ?? '';
    const holders = Array.from({ length: 20 }, () => holding(first));
    const answers = await Promise.all(
      holders.map((holder) => holder.send('/api/auth/refresh?retry=true', { method: 'POST' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const successors = new Set(holders.map(refreshCookie));
    expect(successors.size).toBe(1);
    expect(successors.has(first)).toBe(false);
    const [{ token } = { token: '' }] = answers.map((answer) => answer.json<TokenAnswer>());
    expect((await withToken(token)).status).toBe(200);
  });

  it('ends the family when a token is used again after its minute', async () => {
    const { email, userId } = await createAccountWithPassword();
    const { client, token } = await signIn(email);
    const stolen = refreshCookie(client) ?? '';
    await client.send('/api/auth/refresh', { method: 'POST' });
    await change(AUTOCOMMIT, 'UPDATE sessions SET refreshed_at = ? WHERE user_id = ?', [
      new Date(Date.now() - 61_000),
      userId,
    ]);
    const thief = await holding(stolen).send('/api/auth/refresh', { method: 'POST' });
    expect(thief.status).toBe(401);
    expect((await client.send('/api/auth/refresh', { method: 'POST' })).status).toBe(401);
    expect((await withToken(token)).status).toBe(401);
  });

  it('refuses a forged token, another cookie, or none', async () => {
    const { email, userId } = await createAccountWithPassword();
    const { client } = await signIn(email);
    const value = refreshCookie(client) ?? '';
    const forged = value.replace(/\.[^.]+$/, `.${'A'.repeat(43)}`);
    for (const token of [forged, 'x', '']) {
      const answer = await holding(token).send('/api/auth/refresh', { method: 'POST' });
      expect(answer.status).toBe(401);
    }
    expect(
      (await holding(await browserSession(userId)).send('/api/auth/refresh', { method: 'POST' })).status,
    ).toBe(401);
  });

  it('answers for a browser’s session, which needs no refresh cookie', async () => {
    const { userId } = await createAccountWithPassword();
    const browser = new PlainBrowser(api.origin());
    browser.cookies.set('parlance_session', {
      value: await browserSession(userId),
      path: '/',
      attributes: '',
    });
    const answer = await browser.send('/api/auth/refresh', { method: 'POST' });
    expect(answer.json<TokenAnswer>().user).toMatchObject({ id: userId });
    expect(refreshCookie(browser)).toBeUndefined();
  });

  it('requires the origin of a request with a cookie', async () => {
    const { email } = await createAccountWithPassword();
    const { client } = await signIn(email);
    const answer = await fetch(`${api.origin()}/api/auth/refresh`, {
      method: 'POST',
      headers: { cookie: client.cookieHeader('/api/auth/refresh') },
    });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: { code: 'cross_origin' } });
  });
});

describe('the exchange of refresh tokens, by the clock', () => {
  const at = (seconds: number) => new Date(Date.UTC(2030, 0, 1) + seconds * 1000);

  async function newSession() {
    const { email, userId } = await createAccountWithPassword();
    await signIn(email);
    const row = await selectRow<{ id: string }>(AUTOCOMMIT, 'SELECT id FROM sessions WHERE user_id = ?', [
      userId,
    ]);
    const sessionId = row?.id ?? '';
    await change(AUTOCOMMIT, 'UPDATE sessions SET expires_at = ? WHERE id = ?', [at(86_400), sessionId]);
    return (counter: number, seconds: number) =>
      refreshSession(AUTOCOMMIT, { sessionId, counter }, at(seconds));
  }

  it('repeats its answer for sixty seconds', async () => {
    const refresh = await newSession();
    expect(await refresh(0, 0)).toBe(1);
    expect(await refresh(0, 60)).toBe(1);
    expect(await refresh(1, 61)).toBe(2);
  });

  it('ends the family at the sixty-first', async () => {
    const refresh = await newSession();
    await refresh(0, 0);
    expect(await refresh(0, 60.001)).toBeNull();
    expect(await refresh(1, 61)).toBeNull();
  });

  it('ends the family for the token before the previous one, at once', async () => {
    const refresh = await newSession();
    await refresh(0, 0);
    await refresh(1, 1);
    expect(await refresh(0, 2)).toBeNull();
    expect(await refresh(2, 3)).toBeNull();
  });

  it('refuses a token of the future', async () => {
    const refresh = await newSession();
    expect(await refresh(5, 0)).toBeNull();
    expect(await refresh(0, 1)).toBe(1);
  });
});
