import type { Page } from 'playwright';
import { expect } from 'vitest';
import { signUp } from '../support/register.ts';
import { runThreeWays } from './run-three-ways.ts';

const SECRET = /whsec_[A-Za-z0-9+/]{43}=/;
const URL_ = 'https://receiver.example/hooks';
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The secret that the page shows, once. */
async function secretOn(page: Page): Promise<string> {
  const secret = page.getByText(SECRET).first();
  await secret.waitFor();
  return (await secret.innerText()).trim();
}

runThreeWays('webhooks', [
  {
    name: 'make one, see its secret once, try it, replace its secret, switch it off and delete it',
    expected: [/400/],
    async act(visitor) {
      const { page, visit, settle } = visitor;
      await signUp(page);
      await visit('/keys');
      await page.getByRole('link', { name: /^Webhooks/ }).click();
      await page.getByText('No webhooks yet').waitFor();
      await settle();
      await visitor.type([
        [field(page, 'Name'), 'Mine'],
        [field(page, 'URL'), 'https://10.0.0.1/hooks'],
      ]);
      await button(page, 'Create webhook').click();
      await page.getByText('Enter a URL that starts with https://').waitFor();
      await expect.poll(() => field(page, 'URL').getAttribute('aria-invalid')).toBe('true');
      await expect
        .poll(() => field(page, 'URL').inputValue(), { message: 'what was typed' })
        .toBe('https://10.0.0.1/hooks');
      await expect.poll(() => field(page, 'Name').inputValue()).toBe('Mine');
      await settle();
      await field(page, 'URL').fill(URL_);
      await button(page, 'Create webhook').click();
      const secret = await secretOn(page);
      expect(secret).toMatch(SECRET);

      await page.getByRole('link', { name: 'Open Mine' }).click();
      await button(page, 'Send test event').waitFor();
      await expect.poll(() => page.getByText(SECRET).count(), { message: 'shown once' }).toBe(0);
      await settle();
      await button(page, 'Send test event').click();
      await page.getByText('webhook.test').waitFor();
      // No server listens there.
      await expect
        .poll(async () => {
          await page.reload();
          return page.getByText('Not delivered').count();
        })
        .toBe(1);
      await settle();
      await page.getByRole('button', { name: /^Resend webhook.test/ }).click();
      await page.getByText('webhook.test').waitFor();

      await settle();
      await button(page, 'Create new secret').click();
      await page.getByText('New secret', { exact: true }).waitFor();
      expect(await secretOn(page)).not.toBe(secret);
      await button(page, 'Turn off').click();
      await button(page, 'Turn on').waitFor();
      await expect.poll(() => button(page, 'Send test event').count()).toBe(0);
      await settle();
      await field(page, 'Name').fill('Yours');
      await page.getByLabel('video.failed').uncheck();
      await button(page, 'Save').click();
      await page.getByRole('heading', { name: 'Yours' }).waitFor();
      await expect.poll(() => page.getByLabel('video.failed').isChecked()).toBe(false);
      await expect.poll(() => page.getByLabel('video.completed').isChecked()).toBe(true);

      await settle();
      await button(page, 'Delete').click();
      await button(page, 'Delete webhook').click();
      await page.getByText('No webhooks yet').waitFor();
    },
  },
]);
