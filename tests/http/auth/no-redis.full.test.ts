import { expect, it, onTestFinished } from 'vitest';
import { createAccountWithPassword, PASSWORD } from '#tests/factories/create-account.ts';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { startWebProcess } from '#tests/setup/web-process.ts';

it('the sign-in form says that it does not work while attempts cannot be counted', async () => {
  // No process listens on this port.
  const web = await startWebProcess({ REDIS_URL: 'redis://127.0.0.1:1' });
  onTestFinished(() => web.stop());
  const { email } = await createAccountWithPassword();
  const form = await new PlainBrowser(web.origin).submit('/login', { email, password: PASSWORD }, '/login');
  expect(form.status).toBe(503);
  expect(form.body).toContain('There was an internal server error. Please wait a few moments and try again.');
});
