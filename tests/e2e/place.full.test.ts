import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { awaitEnd, turn } from './flows/conversation-steps.ts';
import { heightOf, sendFirst } from './support/message-list.ts';
import { signedIn } from './support/signed-in.ts';
import { test } from './support/test.ts';

const WAIT_MS = 90_000;

/** The part of the list below the view. */
const belowTheView = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const view = document.querySelector('article')!.closest('[tabindex="-1"]:not(article)')!;
    return view.scrollHeight - view.scrollTop - view.clientHeight;
  });

describe.each(['on', 'off'] as const)('with scripts %s', (scripts) => {
  test('a short message has nothing to open', async ({ open }) => {
    const page = await signedIn(open, { scripts });
    await sendFirst(page, 'Hello [[sandbox: text="Yes." pace=0]]');
    await awaitEnd({ page, scripts });
    expect(await page.getByText('Show more').count()).toBe(0);
  });

  test('another version of a reply in the middle stays at its position', async ({ open }) => {
    const page = await signedIn(open, { scripts });
    const long = Array.from({ length: 20 }, (_, part) => `Paragraph ${part}.`).join('\\n\\n');
    const text = `[[sandbox: text="${long}" pace=0]]`;
    await sendFirst(page, `One ${text}`);
    await awaitEnd({ page, scripts });
    await page.getByRole('button', { name: 'Regenerate' }).first().click();
    await page.getByText('Version 2 of 2').waitFor({ timeout: WAIT_MS });
    await awaitEnd({ page, scripts });
    await sendFirst(page, `Two ${text}`);
    await expect.poll(() => page.getByRole('article').count(), { timeout: WAIT_MS }).toBe(4);
    await awaitEnd({ page, scripts });
    const previous = page.getByRole('button', { name: 'Previous version' });
    await previous.scrollIntoViewIfNeeded();
    await previous.click();
    await page.getByText('Version 1 of 2').waitFor({ timeout: WAIT_MS });
    // The reply with the selected version is visible: its switch, or without scripts its beginning.
    const place = () => heightOf(page, scripts === 'on' ? '[id^=next-]' : 'article:last-of-type');
    await expect.poll(async () => Math.abs((await place()) - 250), { timeout: WAIT_MS }).toBeLessThan(400);
  });
});

test('the button to the end appears and disappears within 400 ms', async ({ open }) => {
  const page = await signedIn(open);
  const long = Array.from({ length: 30 }, (_, part) => `Part ${part}.`).join('\\n\\n');
  await sendFirst(page, `One [[sandbox: text="${long}" pace=0]]`);
  await awaitEnd({ page, scripts: 'on' });
  const way = page.locator('button[aria-label="Scroll to bottom"]');
  expect(await way.isDisabled()).toBe(true);
  expect(await way.isVisible()).toBe(false);
  const { transitionDuration, transitionProperty } = await way.evaluate((button) => getComputedStyle(button));
  expect(transitionDuration).toMatch(/^0\.4s(, 0\.4s)*$/);
  expect(transitionProperty).toContain('opacity');
  // A moment later the view follows a reply that arrived at once; before that, scrolling up does not leave
  // it.
  await expect.poll(() => belowTheView(page)).toBeLessThan(8);
  await turn(page, 0).evaluate((article) => article.scrollIntoView());
  await expect.poll(() => way.isVisible()).toBe(true);
});
