import { beforeAll, beforeEach, expect, it } from 'vitest';
import { redis } from '#app/core/platform/redis.ts';
import { PASSWORD } from '#tests/factories/create-account.ts';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { sharedWeb } from '#tests/setup/shared-web.ts';
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
