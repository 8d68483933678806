import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Gate } from '#app/core/platform/concurrency.ts';
import { redis } from '#app/core/platform/redis.ts';
import { createAccountWithPassword, PASSWORD } from '#tests/factories/create-account.ts';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { useApi, useApiBeside } from '#tests/setup/api.ts';

const TOO_MANY = 'Too many login attempts in a short amount of time. Please try again later.';

const api = useApi();
const proxied = useApiBeside({ TRUST_PROXY: '1' });
// No process listens on this port.
const withoutRedis = useApiBeside({ REDIS_URL: 'redis://127.0.0.1:1' });
let origin: string;
beforeEach(() => redis().flushDb());

const login = (email: string, password: string, headers: Record<string, string> = {}) =>
  new PlainBrowser(origin).postJson('/api/auth/login', { email, password }, headers);

/** The number of answers by status. */
function count(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('behind a trusted proxy', () => {
  beforeAll(() => {
    origin = proxied.origin();
  });

  it.each([
    ['a known', () => createAccountWithPassword().then(({ email }) => email)],
    ['an unknown', () => Promise.resolve('nobody@example.test')],
  ])(
    'answers exactly seven of fifty parallel wrong attempts of one address on %s account',
    async (_name, find) => {
      const email = await find();
      const tries = Array.from({ length: 50 }, (_, number) =>
        login(email, `wrong password ${number}`, { 'x-forwarded-for': '203.0.113.9' }),
      );
      const answers = await Promise.all(tries);
      expect(count(answers)).toEqual({ 401: 7, 429: 43 });
      const refused = answers.find(({ status }) => status === 429);
      expect(refused?.json()).toMatchObject({ message: TOO_MANY, error: { code: 'too_many_tries' } });
      const wait = Number(refused?.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(200);
      expect(wait).toBeLessThanOrEqual(300);
    },
  );

  it('counts the address of the proxy’s header, not the one that the caller wrote before it', async () => {
    const tries = Array.from({ length: 10 }, (_, number) =>
      login('nobody@example.test', `wrong password ${number}`, {
        'x-forwarded-for': `198.51.100.${number}, 203.0.113.9`,
      }),
    );
    expect(count(await Promise.all(tries))).toEqual({ 401: 7, 429: 3 });
  });

  it('counts neighbours in one IPv6 network together', async () => {
    const tries = Array.from({ length: 10 }, (_, number) =>
      login('nobody@example.test', `wrong password ${number}`, {
        'x-forwarded-for': `2001:db8:1:2::${number}`,
      }),
    );
    expect(count(await Promise.all(tries))).toEqual({ 401: 7, 429: 3 });
  });

  it('refuses even the right password until the window has passed', async () => {
    const { email } = await createAccountWithPassword();
    for (let tried = 0; tried < 7; tried += 1) await login(email, 'wrong password');
    expect((await login(email, PASSWORD)).status).toBe(429);
  });

  it('does not count right passwords', async () => {
    const { email } = await createAccountWithPassword();
    for (let signedIn = 0; signedIn < 9; signedIn += 1)
      expect((await login(email, PASSWORD)).status).toBe(200);
    for (let tried = 0; tried < 7; tried += 1)
      expect((await login(email, 'wrong password')).status).toBe(401);
    expect((await login(email, PASSWORD)).status).toBe(429);
  });
});

/** Makes the counts older, as if so many seconds had passed. */
async function moveTries(seconds: number): Promise<void> {
  for (const key of await redis().keys('tries:*'))
    for (const { value } of await redis().zRangeWithScores(key, 0, -1))
      await redis().zIncrBy(key, -1000 * seconds, value);
}

describe('without a trusted proxy', () => {
  beforeAll(() => {
    origin = api.origin();
  });

  it('ignores X-Forwarded-For', async () => {
    const tries = Array.from({ length: 10 }, (_, number) =>
      login('nobody@example.test', 'wrong password', { 'x-forwarded-for': `203.0.113.${number}` }),
    );
    expect(count(await Promise.all(tries))).toEqual({ 401: 7, 429: 3 });
  });

  it('accepts attempts again when the window has passed', async () => {
    const burst = () =>
      Promise.all(Array.from({ length: 9 }, () => login('nobody@example.test', 'wrong password')));
    expect(count(await burst())).toEqual({ 401: 7, 429: 2 });
    await moveTries(200);
    expect(count(await burst())).toEqual({ 429: 9 });
    await moveTries(101);
    expect(count(await burst())).toEqual({ 401: 7, 429: 2 });
  });

  it('limits the number of accounts that one address creates', async () => {
    const register = (number: number) =>
      new PlainBrowser(origin).postJson('/api/auth/register', {
        name: 'Somebody',
        email: `somebody-${number}@example.test`,
        password: PASSWORD,
        confirm_password: PASSWORD,
      });
    const numbers = Array.from({ length: 23 }, (_, number) => number);
    expect(count(await Promise.all(numbers.map(register)))).toEqual({ 201: 20, 429: 3 });
  });

  it('signs in no user while attempts cannot be counted', async () => {
    origin = withoutRedis.origin();
    const { email } = await createAccountWithPassword();
    const answer = await login(email, PASSWORD);
    expect(answer.status).toBe(503);
  });
});

it('computes a hash for an unknown address as for a wrong password, in the same line', async () => {
  origin = api.origin();
  const { email } = await createAccountWithPassword();
  const waits = vi.spyOn(Gate.prototype, 'run');
  onTestFinished(() => waits.mockRestore());
  const linesOf = async (address: string) => {
    waits.mockClear();
    expect((await login(address, 'wrong password')).status).toBe(401);
    return waits.mock.calls.map(([turn]) => turn);
  };
  const known = await linesOf(email);
  expect(known).toContainEqual({ account: 'all' });
  expect(await linesOf('nobody@example.test')).toEqual(known);
});
