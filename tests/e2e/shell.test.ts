import { describe, expect } from 'vitest';
import { IS_FULL } from '#tests/setup/suite.ts';
import { hydrated } from './support/hydration.ts';
import { lightness } from './support/lightness.ts';
import { SCRIPTS } from './support/page-options.ts';
import { signUp } from './support/register.ts';
import { test } from './support/test.ts';

/** Act on a page as soon as it is visible, before its scripts have arrived. */
const AT_ONCE = { waitUntil: 'commit' } as const;

describe.each(IS_FULL ? SCRIPTS : (['on'] as const))('the shell with scripts %s', (scripts) => {
  test('stores a theme', async ({ open }) => {
    const page = await open({ scripts, theme: 'light' });
    await signUp(page);
    await page.goto('/settings', AT_ONCE);
    await expect.poll(() => lightness(page)).toBeGreaterThan(0.9);
    await page.getByRole('button', { name: 'Dark', exact: true }).click();
    await page.locator('html[data-theme=dark]').waitFor();
    await expect.poll(() => lightness(page)).toBeLessThan(0.3);
    await page.goto('/terms', AT_ONCE);
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    await page.goto('/settings', AT_ONCE);
    expect(await page.getByRole('button', { name: 'Dark', exact: true }).getAttribute('aria-pressed')).toBe(
      'true',
    );
  });
});

describe('a page in use', () => {
  test('keeps typed text when the language changes', async ({ open }) => {
    const page = await open();
    await page.goto('/login');
    await hydrated(page);
    await page.getByRole('textbox', { name: /mail/i }).fill('reader@parlance.test');
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('button', { name: '日本語' }).click();
    await page.locator('html[lang=ja-JP]').waitFor();
    expect(await page.locator('input[type=email]').inputValue()).toBe('reader@parlance.test');
  });

  test('moves through a menu with the keyboard and returns the focus', async ({ open }) => {
    const page = await open();
    await page.goto('/login');
    await hydrated(page);
    const button = page.getByRole('button', { name: 'Language' });
    await button.focus();
    await page.keyboard.press('Enter');
    // The browser reports it as open a moment later, and then focuses the first item.
    await page.locator(':popover-open :focus').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('日本語');
    await page.keyboard.press('Escape');
    expect(await page.locator(':popover-open').count()).toBe(0);
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});
