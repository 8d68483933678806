import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { createI18n } from '#app/ui/i18n/create.ts';
import { textsOf } from '#app/ui/i18n/texts.server.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { hydrated } from '../support/hydration.ts';
import { register } from '../support/register.ts';
import { test, type OpenPage } from '../support/test.ts';

const LOOKS = [
  { theme: 'light', language: 'en-US' },
  { theme: 'dark', language: 'ar-EG' },
] as const;
type Look = (typeof LOOKS)[number];

const SIGNED_OUT = ['/', '/login', '/register', '/forgot-password', '/settings', '/terms', '/privacy'];
const LINKS = ['/reset-password', '/reset-password?token=x&userId=y', '/verify-email?token=x&userId=y'];
const SIGNED_IN = ['/chat/new', '/chat/help', '/settings', '/settings/account'];
const MISSING = ['/no/such/page', '/chat/00000000-0000-4000-8000-000000000000'];
const PATIENCE_MS = 30_000;

/** The words of the interface by `namespace:key`. */
const wordsOf = ({ language }: Look) => createI18n(language, textsOf(language)).t as (key: string) => string;

async function expectAccessibleAt(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
  await expectAccessible(page);
}

async function signedIn(open: OpenPage, look: Look): Promise<Page> {
  const page = await open({ ...look, expected: [/40[04]/] });
  await register(page);
  await hydrated(page);
  return page;
}

async function say(page: Page, text: string): Promise<void> {
  await page.locator('textarea[name=text]').fill(text);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/chat\/(?!new)/, { waitUntil: 'commit' });
}

describe.each(LOOKS)('axe in $theme $language', (look) => {
  const t = wordsOf(look);
  const again = (page: Page) => page.getByRole('button', { name: t('chat:message.regenerate') }).first();

  test.for([...SIGNED_OUT, ...LINKS, MISSING[0] ?? ''])('signed out at %s', async (path, { open }) => {
    await expectAccessibleAt(await open({ ...look, expected: [/40[04]/] }), path);
  });

  test('errors of a form, the menu of languages, and a reset by the link on the page', async ({ open }) => {
    const page = await open(look);
    await page.goto('/register');
    await hydrated(page);
    await page.locator('form:has(input[name=confirm_password]) button[type=submit]').click();
    await page.getByText(t('auth:email.required')).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: t('settings:language') }).click();
    await page.locator(':popover-open').waitFor();
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
  });

  test.for([...SIGNED_IN, MISSING[1] ?? ''])('signed in at %s', async (path, { open }) => {
    await expectAccessibleAt(await signedIn(open, look), path);
  });

  test('a reply that grows, and one that was stopped', async ({ open }) => {
    const page = await signedIn(open, look);
    await say(page, 'Plan a trip [[sandbox: length=3000 pace=60 thinking="Let me see."]]');
    await expect
      .poll(() => page.getByRole('article').last().innerText(), { timeout: PATIENCE_MS })
      .toMatch(/A river does/);
    await expectAccessible(page);
    await page.getByRole('button', { name: t('chat:composer.stop') }).click();
    await page.getByText(t('chat:message.stopped'), { exact: true }).waitFor();
    await expectAccessible(page);
  });

  test('code, table, formula, versions and the own message in its editor', async ({ open }) => {
    const page = await signedIn(open, look);
    await say(page, 'Compare two functions in code [[sandbox: pace=0]]');
    await again(page).waitFor({ timeout: PATIENCE_MS });
    await again(page).click();
    await page.getByText(t('chat:message.next')).or(page.locator('output')).first().waitFor();
    await again(page).waitFor({ timeout: PATIENCE_MS });
    await say(page, 'Which table is better? [[sandbox: pace=0]]');
    await page.getByRole('table').waitFor({ timeout: PATIENCE_MS });
    await say(page, 'Solve it [[sandbox: text="The root is\n$$x = 2$$\nof it." pace=0]]');
    await page.locator('math').first().waitFor({ state: 'attached', timeout: PATIENCE_MS });
    await again(page).waitFor({ timeout: PATIENCE_MS });
    await expectAccessible(page);
    await page.getByRole('article').first().hover();
    await page
      .getByRole('link', { name: t('chat:message.edit') })
      .first()
      .click();
    await page.getByRole('textbox', { name: t('chat:message.editLabel') }).waitFor();
    await expectAccessible(page);
  });

  test('a reply that failed', async ({ open }) => {
    const page = await signedIn(open, look);
    await say(page, 'Fail [[sandbox: fault=500]]');
    await page.getByText(t('errors:provider_unavailable')).waitFor({ timeout: PATIENCE_MS });
    await expectAccessible(page);
  });

  test('menus and questions: models, side bar, a conversation, its deletion, the settings', async ({
    open,
  }) => {
    const page = await signedIn(open, look);
    await say(page, 'Hello [[sandbox: text="Good morning" pace=0]]');
    await again(page).waitFor({ timeout: PATIENCE_MS });
    await page.getByRole('button', { name: t('chat:model.choose') }).click();
    await page.locator(':popover-open').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('common:showSideBar') }).click();
    const sideBar = page.getByRole('navigation', { name: t('chat:list.label') });
    await sideBar.waitFor();
    await sideBar.getByRole('listitem').first().hover();
    await sideBar.getByRole('listitem').first().getByRole('button').first().click();
    await page.locator(':popover-open').waitFor();
    await expectAccessible(page);
    await page.locator(':popover-open').getByText(t('chat:list.rename')).click();
    await expectAccessible(page);
    await page.locator(':popover-open').getByText(t('chat:list.delete'), { exact: true }).click();
    await page.getByRole('button', { name: t('chat:list.deleteConfirm') }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: t('settings:title') }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
  });
});
