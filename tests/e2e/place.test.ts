import { describe, expect } from 'vitest';
import { IS_FULL } from '#tests/setup/suite.ts';
import { askFor, awaitEnd, turn } from './flows/conversation-steps.ts';
import { newGate } from './support/gate.ts';
import { heightOf, sendFirst } from './support/message-list.ts';
import { signedIn } from './support/signed-in.ts';
import { test } from './support/test.ts';

const WAIT_MS = 90_000;
const TALL = Array.from({ length: 60 }, (_, line) => line).join('\n\n');

describe.each(IS_FULL ? (['on', 'off'] as const) : (['on'] as const))('with scripts %s', (scripts) => {
  test('the beginning of the reply to a tall first message is visible', async ({ open }) => {
    const page = await signedIn(open, { scripts });
    await sendFirst(page, `${TALL} [[sandbox: length=60 pace=0 ${newGate().at} hold=30]]`);
    await expect.poll(() => page.getByRole('article').count(), { timeout: WAIT_MS }).toBe(2);
    const visible = async () => {
      const height = await heightOf(page, 'article:last-of-type');
      return height > -60 && height < 600;
    };
    await expect.poll(visible, { timeout: WAIT_MS }).toBe(true);
    if (scripts === 'on')
      await expect.poll(() => turn(page, 1).innerText(), { timeout: WAIT_MS }).toMatch(/\w+ \w+ \w+/);
    expect(await visible()).toBe(true);
  });

  test('a tall user message folds, and opens with the keyboard', async ({ open }) => {
    const page = await signedIn(open, { scripts });
    await sendFirst(page, `${TALL} ${askFor('Yes.')}`);
    await awaitEnd({ page, scripts });
    const own = turn(page, 0);
    const height = async () => (await own.boundingBox())!.height;
    expect(await height()).toBeLessThan(420);
    const more = own.locator('summary', { hasText: 'Show more' });
    await more.focus();
    await page.keyboard.press('Enter');
    await expect.poll(height).toBeGreaterThan(1200);
    await own.locator('summary', { hasText: 'Show less' }).click();
    await expect.poll(height).toBeLessThan(420);
  });
});

test('a version selected again and again stays under the pointer', async ({ open }) => {
  const page = await signedIn(open);
  const long = (parts: number) => Array.from({ length: parts }, (_, part) => `Part ${part}.`).join('\\n\\n');
  await sendFirst(page, `One [[sandbox: text="${long(30)}" pace=0]]`);
  await awaitEnd({ page, scripts: 'on' });
  await turn(page, 0).hover();
  await turn(page, 0).getByRole('link', { name: 'Edit message' }).click();
  await page.getByRole('textbox', { name: 'Message text' }).fill(`One [[sandbox: text="${long(8)}" pace=0]]`);
  await page.getByRole('button', { name: 'Save & submit' }).click();
  await page.getByText('Version 2 of 2').waitFor();
  await awaitEnd({ page, scripts: 'on' });
  const previous = page.getByRole('button', { name: 'Previous version' });
  const next = page.getByRole('button', { name: 'Next version' });
  await previous.scrollIntoViewIfNeeded();
  const before = await heightOf(page, '[id^=next-]');
  await previous.click();
  await page.getByText('Version 1 of 2').waitFor();
  await expect.poll(async () => Math.abs((await heightOf(page, '[id^=next-]')) - before)).toBeLessThan(4);
  await next.click();
  await page.getByText('Version 2 of 2').waitFor();
  await expect.poll(async () => Math.abs((await heightOf(page, '[id^=next-]')) - before)).toBeLessThan(4);
});
