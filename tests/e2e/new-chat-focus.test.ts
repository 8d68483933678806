import { expect } from 'vitest';
import { register } from './support/register.ts';
import { hydrated } from './support/hydration.ts';
import { test } from './support/test.ts';

test('the text box of a new chat takes the focus, but not from a menu that was opened meanwhile', async ({
  open,
}) => {
  const page = await open();
  await register(page);
  const isInBox = () => page.evaluate(() => document.activeElement?.matches('textarea[name=text]'));
  await expect.poll(isInBox).toBe(true);
  // A tenth of a second is too short for a test: the timer waits for the test.
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window);
    const forget = window.clearTimeout.bind(window);
    const held = new Map<number, () => void>();
    const hold = (act: () => void, ms?: number) => {
      const timer = wait(ms === 100 ? () => undefined : act, ms);
      if (ms === 100) held.set(timer, act);
      return timer;
    };
    const drop = (timer?: number) => {
      if (timer !== undefined) held.delete(timer);
      forget(timer);
    };
    const release = () => {
      for (const act of held.values()) act();
      return held.size;
    };
    Object.assign(globalThis, { setTimeout: hold, clearTimeout: drop, release });
  });
  await page.goto('/chat/new');
  await hydrated(page);
  await page.getByRole('button', { name: /^Choose a model/ }).click();
  await page.locator(':popover-open').waitFor();
  const released = () => page.evaluate(() => (globalThis as unknown as { release: () => number }).release());
  await expect.poll(released).toBeGreaterThan(0);
  expect(await page.locator(':popover-open').count()).toBe(1);
  expect(await isInBox()).toBe(false);
});
