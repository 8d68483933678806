import { describe, expect } from 'vitest';
import { IS_FULL } from '#tests/setup/suite.ts';
import { ask } from './support/database.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { hydrated } from './support/hydration.ts';
import { SCRIPTS } from './support/page-options.ts';
import { register } from './support/register.ts';
import { openSettings, showSideBar } from './support/side-bar.ts';
import { takeScreenshot } from './support/take-screenshot.ts';
import { test } from './support/test.ts';

const RAIL = 56;
const COLUMN = 248;

describe.each(IS_FULL ? SCRIPTS : (['on'] as const))('the frame of the chat with scripts %s', (scripts) => {
  test('makes the side bar a column or a rail, and remembers it', async ({ open }) => {
    const page = await open({ scripts });
    await register(page);
    const width = async () => (await page.locator('#side-bar').boundingBox())?.width;
    await expect.poll(width).toBe(RAIL);
    await showSideBar(page);
    await expect.poll(width).toBe(COLUMN);
    await page.goto('/models', { waitUntil: 'commit' });
    await expect.poll(width).toBe(COLUMN);
    await page.getByRole('button', { name: 'Hide sidebar' }).click();
    await expect.poll(width).toBe(RAIL);
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
});

describe('a rail', () => {
  test('names every area for assistive technology and by a tooltip', async ({ open }) => {
    const page = await open();
    await register(page);
    const rail = page.locator('#side-bar');
    for (const name of ['New chat', 'Chat', 'Playground', 'Models', 'Credits', 'Docs']) {
      const link = rail.getByRole('link', { name, exact: true });
      await link.hover();
      await rail.locator('.tooltip:visible', { hasText: name }).waitFor();
    }
  });
});

describe('the list of chats', () => {
  test('shows 14 rows at a height of 800 px, with titles in the full width until a row is pointed at', async ({
    open,
  }) => {
    const page = await open();
    const { email } = await register(page);
    await ask(
      `INSERT INTO conversations (id, user_id, title, endpoint, model, created_at, updated_at)
       WITH RECURSIVE n AS (SELECT 1 AS number UNION ALL SELECT number + 1 FROM n WHERE number < 20)
       SELECT UUID(), u.id, CONCAT('Talk ', n.number), 'openAI', 'sandbox/small', NOW(3), NOW(3)
       FROM users u JOIN n WHERE u.email = ?`,
      [email],
    );
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/models');
    await showSideBar(page);
    const list = page.getByRole('navigation', { name: 'Chats' });
    await list.getByRole('listitem').first().waitFor();
    const shown = await list.evaluate((nav) => {
      const { bottom } = nav.getBoundingClientRect();
      return [...nav.querySelectorAll('li')].filter((row) => row.getBoundingClientRect().bottom <= bottom)
        .length;
    });
    expect(shown).toBeGreaterThanOrEqual(14);
    const row = list.getByRole('listitem').first();
    const widths = async () => [
      (await row.boundingBox())!.width,
      (await row.getByRole('link').boundingBox())!.width,
    ];
    const [whole, title] = await widths();
    expect(title).toBe(whole);
    await row.hover();
    await expect.poll(async () => (await widths())[1]).toBeLessThan(whole!);
  });
});

describe('the settings', () => {
  test('change the language, and the text typed in a new chat is still there', async ({ open }) => {
    const page = await open();
    await register(page);
    await hydrated(page);
    await page.locator('textarea').fill('half a thought');
    await openSettings(page);
    await page.getByLabel('Language').selectOption('ja-JP');
    await page.locator('html[lang=ja-JP]').waitFor();
    await page.locator('#new-chat').click();
    await expect.poll(() => page.locator('textarea').inputValue()).toBe('half a thought');
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
    await page.locator('[popovertarget=side-bar]:visible, [name=navVisible]:visible').first().click();
    await page.locator('#side-bar').waitFor({ state: 'visible' });
    await takeScreenshot(page, `frame-${look.screen}-${look.theme}-${look.language}`);
    await expectAccessible(page);
  });
});
