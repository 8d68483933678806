import { describe } from 'vitest';
import { expectAccessible } from '../../support/expect-accessible.ts';
import { test } from '../../support/test.ts';
import { looksOf, signedIn, TIMEOUT_MS, wordsOf } from './looks.ts';

describe.each(looksOf('light'))('axe in $theme $language on a $screen screen', (look) => {
  const t = wordsOf(look, 'webhooks');

  test(
    'webhooks: none, an error, a new one with its secret, its own page with a delivery',
    { timeout: TIMEOUT_MS },
    async ({ open }) => {
      const { page } = await signedIn(open, look, '/keys/webhooks');
      await expectAccessible(page);
      await page.locator('input[name=name]').fill('Mine');
      await page.locator('input[name=url]').fill('http://10.0.0.1');
      await page.getByRole('button', { name: t('webhooks:new.create') }).click();
      await page.locator('[aria-invalid=true]').waitFor();
      await expectAccessible(page);
      await page.locator('input[name=url]').fill('https://receiver.example/hooks');
      await page.getByRole('button', { name: t('webhooks:new.create') }).click();
      await page.getByText(t('webhooks:shown.created')).waitFor();
      await expectAccessible(page);
      await page.getByRole('link', { name: /Mine/ }).click();
      await page.getByRole('button', { name: t('webhooks:test.button') }).click();
      await page.getByText('webhook.test').waitFor();
      await expectAccessible(page);
    },
  );
});
