import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { redis } from '#app/core/platform/redis.ts';
import { createAccountWithPassword, PASSWORD } from '#tests/factories/create-account.ts';
import { cpuSeconds } from '#tests/fixtures/process-usage.ts';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { sharedWeb } from '#tests/setup/shared-web.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import type { WebProcess } from '#tests/setup/web-process.ts';

const TOO_MANY = 'Too many login attempts in a short amount of time. Please try again later.';

let web: WebProcess;
beforeAll(async () => {
  web = await sharedWeb();
});
beforeEach(() => redis().flushDb());

const login = (email: string, password: string) =>
  new PlainBrowser(web.origin).postJson('/api/auth/login', { email, password });

it('keeps the typed values when the form is refused', async () => {
  const email = 'nobody@example.test';
  for (let tried = 0; tried < 7; tried += 1) await login(email, 'wrong password');
  const answer = await new PlainBrowser(web.origin).submit('/login', { email, password: PASSWORD }, '/login');
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(answer.body).toContain(TOO_MANY);
  expect(answer.body).toContain(`value="${email}"`);
});

// The default run has the same in tests/api/auth/throttle.test.ts, without a clock.
describe('the work for an unknown address', () => {
  const TRIES = 15;
  /** Seconds of CPU time: other work on the machine does not count. */
  const workOf = async (address: string) => {
    const before = cpuSeconds(web.pid);
    for (let tried = 0; tried < TRIES; tried += 1) {
      await redis().flushDb();
      expect((await login(address, 'wrong password')).status).toBe(401);
    }
    return cpuSeconds(web.pid) - before;
  };

  it.each(IS_FULL ? [[0.6, 1.6]] : [])('is %f to %f times that for a wrong password', async (min, max) => {
    const { email } = await createAccountWithPassword();
    await workOf(email);
    const [known, unknown] = [await workOf(email), await workOf('nobody@example.test')];
    expect(unknown / known).toBeGreaterThan(min);
    expect(unknown / known).toBeLessThan(max);
  });
});
