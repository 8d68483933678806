import { describe } from 'vitest';
import { expectAccessible } from '../../support/expect-accessible.ts';
import { test } from '../../support/test.ts';
import { looksOf, signedIn, TIMEOUT_MS, wordsOf } from './looks.ts';

describe.each(looksOf('dark'))('axe in $theme $language on a $screen screen', (look) => {
  const t = wordsOf(look);

  test(
    'API keys: a new one, the confirmation before it is revoked, its own page with an error',
    { timeout: TIMEOUT_MS },
    async ({ open }) => {
      const { page } = await signedIn(open, look, '/keys');
      await page.locator('input[name=name]').fill('Laptop');
      await page.getByRole('button', { name: t('keys:new.create') }).click();
      await page.getByText(t('keys:shown.created')).waitFor();
      await expectAccessible(page);
      await page
        .getByRole('button', { name: t('keys:revoke.button') })
        .first()
        .click();
      await page.getByText(t('keys:revoke.title')).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: t('keys:shown.limits') }).click();
      await page.locator('input[name=daily]').fill('much');
      await page.getByText(t('keys:models.some')).click();
      await page.getByRole('button', { name: t('common:save') }).click();
      await page.locator('[aria-invalid=true]').waitFor();
      await expectAccessible(page);
    },
  );
});
