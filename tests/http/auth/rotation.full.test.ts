import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { redis } from '#app/core/platform/redis.ts';
import { createAccountWithPassword, PASSWORD } from '#tests/factories/create-account.ts';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { startWebProcess, type WebProcess } from '#tests/setup/web-process.ts';

const OLD = {
  SESSION_SECRET: 'the-old-session-secret-of-this-test',
  JWT_SECRET: 'old:the-old-token-secret-of-this-test',
};
const NEW = {
  SESSION_SECRET: 'the-new-session-secret-of-this-test',
  JWT_SECRET: 'new:the-new-token-secret-of-this-test',
};

/** Several secrets: the first signs, all verify. */
function listed(...secrets: (typeof OLD)[]) {
  return {
    SESSION_SECRET: secrets.map((one) => one.SESSION_SECRET).join(','),
    JWT_SECRET: secrets.map((one) => one.JWT_SECRET).join(','),
  };
}

/** By their secrets. */
const webs = new Map<string, WebProcess>();

async function web(...secrets: (typeof OLD)[]): Promise<string> {
  const environment = listed(...secrets);
  const started = webs.get(environment.JWT_SECRET) ?? (await startWebProcess(environment));
  webs.set(environment.JWT_SECRET, started);
  return started.origin;
}

beforeEach(() => redis().flushDb());
afterAll(() => Promise.all([...webs.values()].map((one) => one.stop())));

/** Signs in there, as a browser and as an API client. @returns the cookies and tokens */
async function signIn(origin: string) {
  const { email } = await createAccountWithPassword();
  const browser = new PlainBrowser(origin);
  await browser.submit('/login', { email, password: PASSWORD });
  const client = new PlainBrowser(origin);
  const { token } = (await client.postJson('/api/auth/login', { email, password: PASSWORD })).json<{
    token: string;
  }>();
  return {
    cookie: browser.cookies.get('parlance_session')!.value,
    refresh: client.cookies.get('parlance_refresh')!.value,
    token,
  };
}

type Held = Awaited<ReturnType<typeof signIn>>;

/** Whether another web process accepts each of them: a page, a call with the token, a refresh. */
async function acceptedBy(origin: string, { cookie, refresh, token }: Held) {
  const browser = new PlainBrowser(origin);
  browser.cookies.set('parlance_session', { value: cookie, path: '/', attributes: '' });
  const client = new PlainBrowser(origin);
  client.cookies.set('parlance_refresh', { value: refresh, path: '/api/auth', attributes: '' });
  const page = await browser.get('/settings/account');
  const call = await client.send('/api/user', { headers: { authorization: `Bearer ${token}` } });
  const refreshed = await client.send('/api/auth/refresh', { method: 'POST' });
  return { page: page.status, to: page.location, call: call.status, refresh: refreshed.status };
}

const ACCEPTED = { page: 200, to: null, call: 200, refresh: 200 };
const REFUSED = { page: 302, to: '/login?redirectTo=%2Fsettings%2Faccount', call: 401, refresh: 401 };

describe('secrets that change while two web processes run', () => {
  // All processes learn to verify the new secret, then all sign with it, then the old one is removed.
  const steps = [
    ['the old one goes', [NEW, OLD], [NEW]],
    ['the new one is made known', [OLD], [OLD, NEW]],
    ['the new one begins to sign', [OLD, NEW], [NEW, OLD]],
  ] as const;
  it.each(steps)('sign no user out while %s', async (_step, before, after) => {
    const [first, second] = [await web(...before), await web(...after)];
    const [atFirst, atSecond] = [await signIn(first), await signIn(second)];
    expect(await acceptedBy(first, atSecond)).toEqual(ACCEPTED);
    expect(await acceptedBy(second, atFirst)).toEqual(ACCEPTED);
  });

  it('refuse tokens of the old secret cleanly, once it is gone', async () => {
    const [before, after] = [await web(OLD), await web(NEW)];
    const held = await signIn(before);
    expect(await acceptedBy(before, held)).toEqual(ACCEPTED);
    expect(await acceptedBy(after, held)).toEqual(REFUSED);
    expect(await acceptedBy(after, await signIn(after))).toEqual(ACCEPTED);
  });
});
