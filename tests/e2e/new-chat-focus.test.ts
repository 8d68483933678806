import { expect } from 'vitest';
import { register } from './support/register.ts';
import { hydrated } from './support/hydration.ts';
import { test } from './support/test.ts';

test('the box of a new chat takes the focus, but not from a menu that was opened meanwhile', async ({
  open,
}) => {
  const page = await open();
  await register(page);
  const isInBox = () => page.evaluate(() => document.activeElement?.matches('textarea[name=text]'));
  await expect.poll(isInBox).toBe(true);
  // A tenth of a second is too short for a test's hand.
  await page.addInitScript(() => {
    const wait = setTimeout;
    const longer = (act: () => void, ms?: number) => wait(act, ms === 100 ? 1500 : ms);
    Object.assign(globalThis, { setTimeout: longer });
  });
  await page.goto('/chat/new');
  await hydrated(page);
  await page.getByRole('button', { name: /^Choose a model/ }).click();
  await page.locator(':popover-open').waitFor();
  await page.waitForTimeout(2500);
  await expect.poll(() => page.locator(':popover-open').count()).toBe(1);
  await expect.poll(isInBox).toBe(false);
});
