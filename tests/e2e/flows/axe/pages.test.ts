import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { ask } from '../../support/database.ts';
import { expectAccessible } from '../../support/expect-accessible.ts';
import { hydrated } from '../../support/hydration.ts';
import { register } from '../../support/register.ts';
import { test } from '../../support/test.ts';
import {
  LOOKS,
  LOOKS_SIGNED_OUT,
  menuOf,
  messageBox,
  openWith,
  signedIn,
  TIMEOUT_MS,
  wordsOf,
} from './looks.ts';

const SIGNED_OUT = ['/', '/login', '/register', '/forgot-password', '/settings', '/terms', '/privacy'];
const LINKS = ['/reset-password', '/reset-password?token=x&userId=y', '/verify-email?token=x&userId=y'];
const SIGNED_IN = ['/balance', '/keys', '/chat/new', '/chat/help', '/settings', '/settings/account'];
const MISSING = ['/no/such/page', '/chat/00000000-0000-4000-8000-000000000000'];

/** Many screens in one browser page. */
async function expectAllAccessible(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await hydrated(page);
    await expectAccessible(page);
  }
}

async function emptyAccount(email: string): Promise<void> {
  await ask('UPDATE accounts SET balance_micro = 0 WHERE user_id = (SELECT id FROM users WHERE email = ?)', [
    email,
  ]);
}

describe.each(LOOKS_SIGNED_OUT)('axe in $theme $language on a $screen screen', (look) => {
  const t = wordsOf(look);

  test(
    'signed out: pages, errors, the menu of languages, a reset',
    { timeout: TIMEOUT_MS },
    async ({ open }) => {
      const page = await openWith(open, look);
      await expectAllAccessible(page, [...SIGNED_OUT, ...LINKS, MISSING[0] ?? '']);
      await page.goto('/register');
      await hydrated(page);
      await page.locator('form:has(input[name=confirm_password]) button[type=submit]').click();
      await page.getByText(t('auth:email.required')).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: t('settings:language') }).click();
      await menuOf(page).waitFor();
      await expectAccessible(page);
      const { email } = await register(page);
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

describe.each(LOOKS)('axe in $theme $language on a $screen screen', (look) => {
  const t = wordsOf(look);

  test('signed in: pages, and a send that is refused', { timeout: TIMEOUT_MS }, async ({ open }) => {
    const { page, email } = await signedIn(open, look);
    await expectAllAccessible(page, [...SIGNED_IN, MISSING[1] ?? '']);
    await emptyAccount(email);
    await page.goto('/chat/new');
    await hydrated(page);
    await messageBox(page).fill('Hello');
    await page.keyboard.press('Enter');
    await page.getByText(t('chat:composer.notSent')).waitFor();
    await expectAccessible(page);
  });
});
