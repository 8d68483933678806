import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { createI18n } from '#app/ui/i18n/create.ts';
import { textsOf } from '#app/ui/i18n/texts.server.ts';
import { ask } from '../support/database.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { hydrated } from '../support/hydration.ts';
import { register } from '../support/register.ts';
import { test, type OpenPage } from '../support/test.ts';

const LOOKS = [
  { theme: 'light', language: 'en-US', screen: 'wide' },
  { theme: 'dark', language: 'ar-EG', screen: 'wide' },
  { theme: 'light', language: 'ja-JP', screen: 'phone' },
] as const;
type Look = (typeof LOOKS)[number];

const SIGNED_OUT = ['/', '/login', '/register', '/forgot-password', '/settings', '/terms', '/privacy'];
const LINKS = ['/reset-password', '/reset-password?token=x&userId=y', '/verify-email?token=x&userId=y'];
const SIGNED_IN = ['/keys', '/chat/new', '/chat/help', '/settings', '/settings/account'];
const MISSING = ['/no/such/page', '/chat/00000000-0000-4000-8000-000000000000'];
const PATIENCE_MS = 30_000;
const TIMEOUT_MS = 180_000;

/** The words of the interface by `namespace:key`. */
const wordsOf = ({ language }: Look) => createI18n(language, textsOf(language)).t as (key: string) => string;

/** Many screens in one browser page: what takes time is opening one, not looking at it. */
async function expectAllAccessible(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await hydrated(page);
    await expectAccessible(page);
  }
}

const openWith = (open: OpenPage, look: Look) => open({ ...look, expected: [/40[0-9]/, /ERR_FAILED/] });

async function signedIn(open: OpenPage, look: Look): Promise<{ page: Page; email: string }> {
  const page = await openWith(open, look);
  const { email } = await register(page);
  await hydrated(page);
  return { page, email };
}

const box = (page: Page) => page.locator('textarea[name=text]');
const menu = (page: Page) => page.locator('[popover=auto]:popover-open').last();

async function say(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/chat\/(?!new)/, { waitUntil: 'commit' });
}

/** Shows the side bar by whichever button this screen has for it. */
async function showSideBar(page: Page): Promise<void> {
  const sideBar = page.locator('#side-bar');
  if (!(await sideBar.isVisible())) await page.locator('header button:visible').first().click();
  await sideBar.waitFor();
}

async function emptyAccount(email: string): Promise<void> {
  await ask('UPDATE accounts SET balance_micro = 0 WHERE user_id = (SELECT id FROM users WHERE email = ?)', [
    email,
  ]);
}

describe.each(LOOKS)('axe in $theme $language on a $screen screen', (look) => {
  const t = wordsOf(look);
  const again = (page: Page) => page.getByRole('button', { name: t('chat:message.regenerate') }).first();
  const whole = (page: Page) => again(page).waitFor({ timeout: PATIENCE_MS });

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
      await menu(page).waitFor();
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

  test('signed in: pages, and a send that is refused', { timeout: TIMEOUT_MS }, async ({ open }) => {
    const { page, email } = await signedIn(open, look);
    await expectAllAccessible(page, [...SIGNED_IN, MISSING[1] ?? '']);
    await emptyAccount(email);
    await page.goto('/chat/new');
    await hydrated(page);
    await box(page).fill('Hello');
    await page.keyboard.press('Enter');
    await page.getByText(t('chat:composer.notSent')).waitFor();
    await expectAccessible(page);
  });

  test('API keys: a new one, the question before it is revoked, its own page with an error', async ({
    open,
  }) => {
    const { page } = await signedIn(open, look);
    await page.goto('/keys');
    await hydrated(page);
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
  });

  test(
    'replies: growing, stopped, rich, edited, chosen anew, failed',
    { timeout: TIMEOUT_MS },
    async ({ open }) => {
      const { page } = await signedIn(open, look);
      await say(page, 'Plan a trip [[sandbox: length=3000 pace=60 thinking="Let me see."]]');
      await expect
        .poll(() => page.getByRole('article').last().innerText(), { timeout: PATIENCE_MS })
        .toMatch(/A river does/);
      await expectAccessible(page);
      await page.getByRole('button', { name: t('chat:composer.stop') }).click();
      await page.getByText(t('chat:message.stopped'), { exact: true }).waitFor();
      await expectAccessible(page);

      await page.goto('/chat/new');
      await hydrated(page);
      await say(page, 'Compare two functions in code [[sandbox: pace=0]]');
      await whole(page);
      await again(page).click();
      await page.locator('article output').first().waitFor({ state: 'attached' });
      await whole(page);
      await say(page, 'Which table is better? [[sandbox: pace=0]]');
      await page.getByRole('table').waitFor({ timeout: PATIENCE_MS });
      await say(
        page,
        String.raw`Solve it [[sandbox: text="### The root\n\n###### is\n$$x = 2$$\n\n## of it." pace=0]]`,
      );
      await page.locator('math').first().waitFor({ state: 'attached', timeout: PATIENCE_MS });
      await whole(page);
      await expectAccessible(page);
      await page.getByRole('article').first().hover();
      await page
        .getByRole('link', { name: t('chat:message.edit') })
        .first()
        .click();
      await page.getByRole('textbox', { name: t('chat:message.editLabel') }).waitFor();
      await expectAccessible(page);
      await page
        .getByRole('link', { name: t('chat:message.again') })
        .last()
        .click();
      await page.getByLabel(t('chat:message.againWith'), { exact: true }).waitFor();
      await expectAccessible(page);

      await page.goto('/chat/new');
      await hydrated(page);
      await say(page, 'Fail [[sandbox: fault=500]]');
      await page.getByText(t('errors:provider_unavailable')).waitFor({ timeout: PATIENCE_MS });
      await expectAccessible(page);
    },
  );

  test('menus, questions, settings and toasts', { timeout: TIMEOUT_MS }, async ({ open }) => {
    const { page } = await signedIn(open, look);
    await say(page, 'Hello [[sandbox: text="Good morning" pace=0]]');
    await whole(page);
    await page.getByRole('button', { name: t('chat:model.choose') }).click();
    await menu(page).getByRole('searchbox').fill('e');
    await expectAccessible(page);
    await menu(page).getByRole('searchbox').fill('no such model');
    await page.getByText(t('chat:model.none')).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await showSideBar(page);
    const row = page
      .getByRole('navigation', { name: t('chat:list.label') })
      .getByRole('listitem')
      .first();
    await row.hover();
    await row.getByRole('button').first().click();
    await menu(page).getByText(t('chat:list.rename')).click();
    await menu(page).getByRole('textbox').waitFor();
    await expectAccessible(page);
    await menu(page).getByText(t('chat:list.delete'), { exact: true }).click();
    await page.getByRole('button', { name: t('chat:list.deleteConfirm') }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await showSideBar(page);
    await page.locator('#side-bar summary').getByText(t('chat:list.clear'), { exact: true }).click();
    await page.getByRole('button', { name: t('chat:list.clearConfirm') }).waitFor();
    await expectAccessible(page);

    await showSideBar(page);
    await page.getByRole('link', { name: t('settings:title') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expectAccessible(page);
    await page.route('**/chat/**', (route) => route.abort());
    await dialog.getByText(t('chat:list.delete'), { exact: true }).click();
    await dialog.getByRole('button', { name: t('chat:list.clearConfirm') }).click();
    await dialog.locator('[data-severity=error]').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.locator('[data-severity=error]:visible').waitFor();
    await expectAccessible(page);
  });
});
