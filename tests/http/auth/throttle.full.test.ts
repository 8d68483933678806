// The default run has the same in tests/api/auth/throttle.test.ts, without a clock.
import { beforeAll, describe, expect, it } from 'vitest';
import { redis } from '#app/core/platform/redis.ts';
import { createAccountWithPassword } from '#tests/factories/create-account.ts';
import { cpuSeconds } from '#tests/fixtures/process-usage.ts';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { sharedWeb } from '#tests/setup/shared-web.ts';
import type { WebProcess } from '#tests/setup/web-process.ts';

let web: WebProcess;
beforeAll(async () => {
  web = await sharedWeb();
});

const login = (email: string, password: string) =>
  new PlainBrowser(web.origin).postJson('/api/auth/login', { email, password });

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

  it('is 0.6 to 1.6 times that for a wrong password', async () => {
    const { email } = await createAccountWithPassword();
    await workOf(email);
    const [known, unknown] = [await workOf(email), await workOf('nobody@example.test')];
    expect(unknown / known).toBeGreaterThan(0.6);
    expect(unknown / known).toBeLessThan(1.6);
  });
});
