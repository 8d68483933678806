import { beforeEach, describe, expect, it } from 'vitest';
import { redis } from '#app/core/platform/redis.ts';
import { createAccountWithPassword, PASSWORD } from '#tests/factories/create-account.ts';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { useApiBeside } from '#tests/setup/api.ts';

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
const servers = {
  old: useApiBeside(listed(OLD)),
  new: useApiBeside(listed(NEW)),
  both: useApiBeside(listed(NEW, OLD)),
};

beforeEach(() => redis().flushDb());

/** Signs in an API client there. @returns its tokens */
async function signIn(origin: string) {
  const { email } = await createAccountWithPassword();
  const client = new PlainBrowser(origin);
  const { token } = (await client.postJson('/api/auth/login', { email, password: PASSWORD })).json<{
    token: string;
  }>();
  return { refresh: client.cookies.get('parlance_refresh')!.value, token };
}

type Held = Awaited<ReturnType<typeof signIn>>;

/** Whether another server accepts each of them: a call with the token, a refresh. */
async function acceptedBy(origin: string, { refresh, token }: Held) {
  const client = new PlainBrowser(origin);
  client.cookies.set('parlance_refresh', { value: refresh, path: '/api/auth', attributes: '' });
  const call = await client.send('/api/user', { headers: { authorization: `Bearer ${token}` } });
  const refreshed = await client.send('/api/auth/refresh', { method: 'POST' });
  return { call: call.status, refresh: refreshed.status };
}

const ACCEPTED = { call: 200, refresh: 200 };
const REFUSED = { call: 401, refresh: 401 };

// The full run tests each step, and browsers: http/auth/rotation.full.test.ts.
describe('secrets that change while two web processes run', () => {
  it('sign no user out while the old one is removed', async () => {
    const [first, second] = [servers.both.origin(), servers.new.origin()];
    const [atFirst, atSecond] = [await signIn(first), await signIn(second)];
    expect(await acceptedBy(first, atSecond)).toEqual(ACCEPTED);
    expect(await acceptedBy(second, atFirst)).toEqual(ACCEPTED);
  });

  it('refuse tokens of the old secret cleanly, once it is gone', async () => {
    const [before, after] = [servers.old.origin(), servers.new.origin()];
    const held = await signIn(before);
    expect(await acceptedBy(before, held)).toEqual(ACCEPTED);
    expect(await acceptedBy(after, held)).toEqual(REFUSED);
    expect(await acceptedBy(after, await signIn(after))).toEqual(ACCEPTED);
  });
});
