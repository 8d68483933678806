import { describe, expect } from 'vitest';
import { IS_FULL } from '#tests/setup/suite.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { hydrated } from './support/hydration.ts';
import { SCRIPTS } from './support/page-options.ts';
import { register } from './support/register.ts';
import { openSettings, showSideBar } from './support/side-bar.ts';
import { takeScreenshot } from './support/take-screenshot.ts';
import { test } from './support/test.ts';

describe.each(IS_FULL ? SCRIPTS : (['on'] as const))('the frame of the chat with scripts %s', (scripts) => {
  test('shows and hides the side bar, and remembers it', async ({ open }) => {
    const page = await open({ scripts });
    await register(page);
    const sideBar = page.locator('#side-bar');
    expect(await sideBar.isVisible()).toBe(false);
    await showSideBar(page);
    await sideBar.waitFor({ state: 'visible' });
    await page.goto('/chat/new', { waitUntil: 'commit' });
    await sideBar.waitFor({ state: 'visible' });
    await page.getByRole('button', { name: 'Hide sidebar' }).click();
    await sideBar.waitFor({ state: 'hidden' });
  });

  if (!IS_FULL) return;

  test('opens the side bar as a sheet on a phone', async ({ open }) => {
    const page = await open({ scripts, screen: 'phone' });
    await register(page);
    await page
      .getByRole('button', { name: 'Show sidebar' })
      .and(page.locator('[popovertarget=side-bar]'))
      .click();
    await page.locator('#side-bar:popover-open').waitFor();
    await page.getByRole('button', { name: 'Hide sidebar' }).click();
    await page.locator('#side-bar').waitFor({ state: 'hidden' });
  });

  test('links to the settings', async ({ open }) => {
    const page = await open({ scripts });
    await register(page);
    if (scripts === 'on') await hydrated(page);
    await openSettings(page);
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(scripts === 'on' ? '/chat/new' : '/settings');
  });
});

describe('the settings over a conversation', () => {
  test('change the language and keep the text in the text box', async ({ open }) => {
    const page = await open();
    await register(page);
    await hydrated(page);
    await page.locator('textarea').fill('half a thought');
    await openSettings(page);
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Language').selectOption('ja-JP');
    await page.locator('html[lang=ja-JP]').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await page.locator('textarea').inputValue()).toBe('half a thought');
  });
});

const LOOKS = [
  { theme: 'dark', language: 'ar-EG', screen: 'phone' },
  { theme: 'light', language: 'en-US', screen: 'wide' },
  { theme: 'dark', language: 'ja-JP', screen: 'wide' },
] as const;

describe.each(IS_FULL ? LOOKS : LOOKS.slice(0, 1))('axe in $theme $language on a $screen screen', (look) => {
  test('finds no problem in the frame with its side bar open', async ({ open }) => {
    const page = await open(look);
    await register(page);
    await hydrated(page);
    await page.locator('header button:visible').first().click();
    await page.locator('#side-bar').waitFor({ state: 'visible' });
    await takeScreenshot(page, `frame-${look.screen}-${look.theme}-${look.language}`);
    await expectAccessible(page);
  });
});
