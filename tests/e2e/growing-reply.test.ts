import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { sendByEnter } from './flows/conversation-steps.ts';
import { countStreams } from './support/count-streams.ts';
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

const LONG = '[[sandbox: pace=40 length=260]]';

describe('a growing reply without scripts', () => {
  for (const [screen, theme, language] of [
    ['wide', 'light', 'en-US'],
    ['phone', 'dark', 'ar-EG'],
  ] as const)
    test(`grows in its frame and ends with a way out (${screen}, ${theme}, ${language})`, async ({
      open,
    }) => {
      const page = await open({ scripts: 'off', screen, theme, language });
      await register(page);
      await sendPlain(page, `Tell me about rivers ${LONG}`);
      const frame = page.frameLocator('iframe');
      const main = frame.locator('main');
      // A block that is finished hides what was seen of it while it grew.
      await main.locator('.growing:visible').first().waitFor();
      const length = async () => (await main.innerText()).length;
      for (let looks = 0; looks < 2; looks += 1) {
        const before = await length();
        await expect.poll(length).toBeGreaterThan(before);
      }
      await takeScreenshot(page, `frame-${screen}-${theme}-${language}`);
      const wayOut = frame.locator('a[target=_top]');
      await wayOut.waitFor();
      // The newest line stays in sight without anyone scrolling.
      await expect.poll(() => wayOut.isVisible()).toBe(true);
      await takeScreenshot(page, `frame-end-${screen}-${theme}-${language}`);
      await wayOut.click();
      await page.locator('iframe').waitFor({ state: 'detached' });
      await expect.poll(() => page.locator('.markdown').last().innerText()).not.toBe('');
    });
});

describe('tabs of one browser', () => {
  test('hold nothing while hidden and catch up when they show', async ({ open }) => {
    const page = await open();
    const streams = countStreams(page.context());
    await register(page);
    await hydrated(page);
    await sendByEnter(page, 'Long [[sandbox: pace=60 length=200]]');
    // Words, and not the line that stands there before them.
    await expect
      .poll(async () => (await page.locator('[data-growing] p').count()) && lengthOf(page))
      .toBeGreaterThan(40);
    await setVisibility(page, 'hidden');
    await expect.poll(streams).toBe(0);
    // What came before is shown with the next picture.
    await page.evaluate(
      () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))),
    );
    const away = await page.locator('.markdown').last().innerText();
    await page.waitForTimeout(1000);
    await expect.poll(() => page.locator('.markdown').last().innerText()).toBe(away);
    await setVisibility(page, 'visible');
    await expect.poll(streams).toBe(1);
    await page.locator('[data-growing]').waitFor({ state: 'detached' });
    const caughtUp = await page.locator('.markdown').last().innerText();
    expect(caughtUp.length).toBeGreaterThan(away.length);
    await page.reload();
    await expect.poll(() => page.locator('.markdown').last().innerText()).toBe(caughtUp);
  });
});

async function lengthOf(page: Page): Promise<number> {
  return (await page.locator('.markdown').last().innerText()).length;
}

/** A headless browser never hides a tab; the page is told what a window manager would tell it. */
async function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}
