import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { IS_FULL } from '#tests/setup/suite.ts';
import { hydrated, shortcutsReady } from '../support/hydration.ts';
import { register, signUp } from '../support/register.ts';
import { signedIn } from '../support/signed-in.ts';
import { test } from '../support/test.ts';
import { pageComplete } from '../support/page-complete.ts';
import { runThreeWays } from './run-three-ways.ts';

const accountMenu = (page: Page) => page.locator(':popover-open');
const isAt = (page: Page, path: string) =>
  page.waitForURL((url) => url.pathname === path, { waitUntil: 'commit' });

runThreeWays('navigation', [
  {
    name: 'from the rules to the credits, the keys, the usage and the settings, and out',
    typesNothing: true,
    async act({ page, visit, settle }) {
      await signUp(page);
      await visit('/terms');
      const areas = page.getByRole('navigation', { name: 'Main navigation' });
      const account = page.getByRole('navigation', { name: 'Account pages' });
      await areas.getByRole('link', { name: 'Credits' }).click();
      await isAt(page, '/balance');
      await account.getByText('API Keys').click();
      await isAt(page, '/keys');
      await account.getByText('Usage').click();
      await isAt(page, '/usage');
      await settle();
      // Without scripts a press on the button opens nothing before the menu is there.
      await pageComplete(page);
      await page.getByRole('button', { name: 'Your account' }).click();
      await accountMenu(page).getByRole('link', { name: 'Settings' }).click();
      await isAt(page, '/settings');
      await page.getByRole('navigation', { name: 'Settings' }).getByText('Files').click();
      await isAt(page, '/settings/files');
      await areas.getByRole('link', { name: 'New chat' }).click();
      await isAt(page, '/chat/new');
      await settle();
      // Without scripts a press on the button opens nothing before the menu is there.
      await pageComplete(page);
      await page.getByRole('button', { name: 'Your account' }).click();
      await accountMenu(page).getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    },
  },
]);

describe('the menu of the account', () => {
  test('opens under a mouse without taking the focus, closes when it leaves, and stays after a click', async ({
    open,
  }) => {
    const page = await signedIn(open);
    await page.clock.install();
    await page.goto('/terms');
    await hydrated(page);
    const button = page.getByRole('button', { name: 'Your account' });
    await button.hover();
    await accountMenu(page).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await page.mouse.move(900, 200);
    await accountMenu(page).waitFor({ state: 'hidden' });
    await button.click();
    await accountMenu(page).waitFor();
    await page.mouse.move(900, 200);
    await page.clock.runFor(2_000);
    expect(await accountMenu(page).count()).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => accountMenu(page).count()).toBe(0);
  });
});

describe('a new chat', () => {
  test('begins by Ctrl+Shift+O from every working page', async ({ open }) => {
    const page = await signedIn(open);
    for (const path of ['/usage', '/settings']) {
      await page.goto(path);
      await shortcutsReady(page);
      await page.keyboard.press('Control+Shift+KeyO');
      await isAt(page, '/chat/new');
    }
  });
});

describe.each(IS_FULL ? (['on', 'off'] as const) : (['on'] as const))('a phone, scripts %s', (scripts) => {
  test('reaches every page in two taps', async ({ open }) => {
    const page = await open({ scripts, screen: 'phone' });
    await page.goto('/terms');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Chat' }).click();
    await isAt(page, '/login');
    await register(page);
    for (const [from, button, name, to] of [
      ['/usage', 'Show sidebar', 'New chat', '/chat/new'],
      ['/chat/new', 'Your account', 'Usage', '/usage'],
      ['/settings', 'Show sidebar', 'Credits', '/balance'],
      ['/models', 'Your account', 'Settings', '/settings'],
    ] as const) {
      await page.goto(from);
      if (scripts === 'on') await hydrated(page);
      await page.getByRole('button', { name: button }).click();
      await page.locator(':popover-open').getByRole('link', { name, exact: true }).click();
      await isAt(page, to);
    }
  });
});
