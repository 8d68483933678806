import { describe } from 'vitest';
import { expectAccessible } from '../../support/expect-accessible.ts';
import { hydrated } from '../../support/hydration.ts';
import { signUp } from '../../support/register.ts';
import { test } from '../../support/test.ts';
import { expectAllAccessible, inFull, looksOf, menuOf, openWith, TIMEOUT_MS, wordsOf } from './looks.ts';

const SIGNED_OUT = [
  '/',
  '/login',
  '/terms',
  ...inFull('/?q=no+such+model', '/register', '/forgot-password', '/privacy'),
];
const LINKS = [
  '/verify-email?token=x&userId=y',
  ...inFull('/reset-password', '/reset-password?token=x&userId=y'),
];
const MISSING = '/no/such/page';

describe.each(looksOf('darkPhone'))('axe in $theme $language on a $screen screen', (look) => {
  const t = wordsOf(look);

  test(
    'signed out: pages, errors, the menu of languages, a reset',
    { timeout: TIMEOUT_MS },
    async ({ open }) => {
      const page = await openWith(open, look);
      await expectAllAccessible(page, [...SIGNED_OUT, ...LINKS, MISSING]);
      await page.goto('/register');
      await hydrated(page);
      await page.locator('form:has(input[name=confirm_password]) button[type=submit]').click();
      await page.getByText(t('auth:email.required')).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: t('settings:language') }).click();
      await menuOf(page).waitFor();
      await expectAccessible(page);
      const { email } = await signUp(page);
      await page.context().clearCookies({ name: /session/ });
      await page.goto('/forgot-password');
      await hydrated(page);
      await page.locator('input[name=email]').fill(email);
      await page.locator('form:has(input[name=email]) button[type=submit]').click();
      const link = page.getByRole('link', { name: t('auth:forgot.link') });
      await link.waitFor();
      await expectAccessible(page);
      await link.click();
      await page.locator('input[name=confirm_password]').waitFor();
      await expectAccessible(page);
    },
  );
});
