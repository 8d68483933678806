import { beforeEach, expect, it } from 'vitest';
import { redis } from '#app/core/platform/redis.ts';
import { createAccountWithPassword, PASSWORD } from '#tests/factories/create-account.ts';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { useApi } from '#tests/setup/api.ts';

// Two for a pair of address and account, twenty for each of them.
const api = useApi({ TRUST_PROXY: '1', LIMIT_LOGIN_TRIES: '2' });
beforeEach(() => redis().flushDb());

const OFFICE = '203.0.113.9';
const HOME = '198.51.100.7';

async function login(email: string, password: string, address: string): Promise<number> {
  const headers = { 'x-forwarded-for': address };
  return (await new PlainBrowser(api.origin()).postJson('/api/auth/login', { email, password }, headers))
    .status;
}

async function fail(times: number, email: (number: number) => string, address: (number: number) => string) {
  const statuses: number[] = [];
  for (let number = 0; number < times; number += 1)
    statuses.push(await login(email(number), 'wrong password', address(number)));
  return statuses;
}

const account = async () => (await createAccountWithPassword()).email;

it('locks out the pair of account and address, and neither a colleague nor the owner elsewhere', async () => {
  const [owner, colleague] = [await account(), await account()];
  const tries = await fail(
    3,
    () => owner,
    () => OFFICE,
  );
  expect(tries).toEqual([401, 401, 429]);
  expect(await login(owner, PASSWORD, OFFICE)).toBe(429);
  expect(await login(colleague, PASSWORD, OFFICE)).toBe(200);
  expect(await login(owner, PASSWORD, HOME)).toBe(200);
});

it('locks out an address that tries many accounts, but no user with an earlier sign-in from it', async () => {
  const [known, stranger] = [await account(), await account()];
  expect(await login(known, PASSWORD, OFFICE)).toBe(200);
  const tries = await fail(
    21,
    (number) => `stuffed-${number}@example.test`,
    () => OFFICE,
  );
  expect(tries.slice(0, 20).every((status) => status === 401)).toBe(true);
  expect(tries[20]).toBe(429);
  expect(await login(stranger, PASSWORD, OFFICE)).toBe(429);
  expect(await login(stranger, PASSWORD, HOME)).toBe(200);
  expect(await login(known, PASSWORD, OFFICE)).toBe(200);
});

it('locks out many addresses that try one account, but not its owner at a known address', async () => {
  const owner = await account();
  expect(await login(owner, PASSWORD, HOME)).toBe(200);
  const tries = await fail(
    21,
    () => owner,
    (number) => `192.0.2.${number}`,
  );
  expect(tries[19]).toBe(401);
  expect(tries[20]).toBe(429);
  expect(await login(owner, PASSWORD, OFFICE), 'a new address').toBe(429);
  expect(await login(owner, PASSWORD, HOME)).toBe(200);
});

it('counts the wrong passwords of a known address, too', async () => {
  const owner = await account();
  expect(await login(owner, PASSWORD, HOME)).toBe(200);
  expect(
    await fail(
      3,
      () => owner,
      () => HOME,
    ),
  ).toEqual([401, 401, 429]);
});

it('treats a network of IPv6 as one address', async () => {
  const owner = await account();
  expect(await login(owner, PASSWORD, '2001:db8:1:2::1')).toBe(200);
  await fail(
    21,
    () => owner,
    (number) => `192.0.2.${number}`,
  );
  expect(await login(owner, PASSWORD, '2001:db8:1:2::2')).toBe(200);
  expect(await login(owner, PASSWORD, '2001:db8:1:3::1')).toBe(429);
});

it('stores some addresses of an account, as hashes, and for a limited time', async () => {
  const owner = await account();
  for (let number = 0; number < 25; number += 1)
    expect(await login(owner, PASSWORD, `192.0.2.${number}`)).toBe(200);
  const [key = ''] = await redis().keys('known-addresses:*');
  const names = await redis().zRange(key, 0, -1);
  expect(names).toHaveLength(20);
  expect(key + names.join(' ')).not.toMatch(/192\.|example/);
  expect(await redis().pTTL(key)).toBeGreaterThan(0);
});
