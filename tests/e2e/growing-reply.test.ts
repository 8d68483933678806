import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { IS_FULL } from '#tests/setup/suite.ts';
import { awaitBeginning, sendByEnter } from './flows/conversation-steps.ts';
import { countStreams } from './support/count-streams.ts';
import { ask } from './support/database.ts';
import { newGate } from './support/gate.ts';
import { hydrated } from './support/hydration.ts';
import { register } from './support/register.ts';
import { takeScreenshot } from './support/take-screenshot.ts';
import { test } from './support/test.ts';

/** Sends by the button, as a browser without scripts does, and does not wait for the page's end: it grows. */
async function sendPlain(page: Page, text: string): Promise<void> {
  await page.locator('textarea').fill(text);
  await page.locator('form:has(textarea) button[value=send]').first().click({ noWaitAfter: true });
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}/, { waitUntil: 'commit' });
}

const WIDE = { screen: 'wide', theme: 'light', language: 'en-US' } as const;
const PHONE = { screen: 'phone', theme: 'dark', language: 'ar-EG' } as const;

describe('a growing reply without scripts', () => {
  for (const look of IS_FULL ? [WIDE, PHONE] : [PHONE])
    test(`grows in its frame and ends with a way out (${Object.values(look).join(', ')})`, async ({
      open,
    }) => {
      const gate = newGate();
      const page = await open({ scripts: 'off', ...look });
      await register(page);
      await sendPlain(page, `Tell me about rivers [[sandbox: length=260 pace=5 ${gate.at} hold=60]]`);
      const frame = page.frameLocator('iframe');
      const main = frame.locator('main');
      // A finished block hides its growing version.
      await main.locator('.growing:visible').first().waitFor();
      const before = (await main.innerText()).length;
      const name = Object.values(look).join('-');
      await takeScreenshot(page, `frame-${name}`);
      await gate.open();
      await expect.poll(async () => (await main.innerText()).length).toBeGreaterThan(before);
      const wayOut = frame.locator('a[target=_top]');
      await wayOut.waitFor();
      // The newest line stays visible without scrolling.
      await expect.poll(() => wayOut.isVisible()).toBe(true);
      await takeScreenshot(page, `frame-end-${name}`);
      await wayOut.click();
      await page.locator('iframe').waitFor({ state: 'detached' });
      await expect.poll(() => page.locator('.markdown').last().innerText()).not.toBe('');
    });
});

describe('tabs of one browser', () => {
  test('hold no stream while hidden and catch up when they are shown', async ({ open }) => {
    const gate = newGate();
    const page = await open();
    const streams = countStreams(page.context());
    const { email } = await register(page);
    await hydrated(page);
    await sendByEnter(page, `Long [[sandbox: length=200 pace=0 ${gate.at} hold=60]]`);
    const away = await awaitBeginning(page, /\w+ \w+ \w+.{20}/s);
    await setVisibility(page, 'hidden');
    await expect.poll(streams).toBe(0);
    await gate.open();
    await expect.poll(() => endOf(email)).toBe('stop');
    expect(await page.locator('[data-growing]').count()).toBe(1);
    await setVisibility(page, 'visible');
    await expect.poll(streams).toBe(1);
    await page.locator('[data-growing]').waitFor({ state: 'detached' });
    const caughtUp = await page.locator('.markdown').last().innerText();
    expect(caughtUp.length).toBeGreaterThan(away.length);
    await page.reload();
    await expect.poll(() => page.locator('.markdown').last().innerText()).toBe(caughtUp);
  });
});

/** The end of a user's only reply, from the database. */
async function endOf(email: string): Promise<string | null | undefined> {
  const sql = `SELECT finish_reason AS end FROM messages
    WHERE is_created_by_user = 0 AND user_id = (SELECT id FROM users WHERE email = ?)`;
  const [reply] = await ask<{ end: string | null }>(sql, [email]);
  return reply?.end;
}

/** A headless browser never hides a tab; the page gets the events of a window manager. */
async function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}
