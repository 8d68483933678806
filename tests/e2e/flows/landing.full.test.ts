import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { hydrated } from '../support/hydration.ts';
import { test } from '../support/test.ts';
import { runThreeWays } from './run-three-ways.ts';

const list = (page: Page) => page.locator('#models');
const row = (page: Page, name: string) => list(page).getByRole('link', { name, exact: true });
const tab = (page: Page, name: string) => list(page).getByRole('navigation').getByText(name, { exact: true });
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search models' });

runThreeWays('the landing page', [
  {
    name: 'models are narrowed by tabs, and searched in all of them',
    async act({ page, scripts, visit, type, settle }) {
      await visit('/');
      await tab(page, 'Video').click();
      await row(page, 'Veo 3.1').waitFor();
      await row(page, 'GPT-5.6 Terra').waitFor({ state: 'detached' });
      await settle();
      await type([[box(page), 'Terra']]);
      if (scripts === 'off') await page.getByRole('button', { name: 'Search' }).click();
      await row(page, 'GPT-5.6 Terra').waitFor();
      await row(page, 'Veo 3.1').waitFor({ state: 'detached' });
      await expect.poll(() => tab(page, 'All').getAttribute('aria-current')).toBe('true');
      await tab(page, 'Video').click({ force: true });
      await expect.poll(() => tab(page, 'Video').getAttribute('href')).toBeNull();
      await row(page, 'GPT-5.6 Terra').waitFor();
      await settle();
      await box(page).fill('no such model');
      if (scripts === 'off') await page.getByRole('button', { name: 'Search' }).click();
      await list(page).getByText('No models found for this category.').waitFor();
    },
  },
  {
    name: 'the code in each language, and the way to a key',
    typesNothing: true,
    async act({ page, visit, settle }) {
      await visit('/');
      const shown = () => page.locator('pre:visible').innerText();
      await expect.poll(shown).toContain('urllib.request');
      await page.getByText('Curl', { exact: true }).click();
      await expect.poll(shown).toContain('curl ');
      await page.keyboard.press('ArrowLeft');
      await expect.poll(shown).toContain('await fetch(');
      await page.getByRole('link', { name: 'Get Your API Key' }).click();
      await page.waitForURL((url) => url.pathname === '/register', { waitUntil: 'commit' });
      expect(new URL(page.url()).searchParams.get('redirectTo')).toBe('/keys');
      await settle();
    },
  },
]);

describe('the sample of the landing page', () => {
  test('the copy button says so for a second and a half', async ({ open }) => {
    const page = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.clock.install();
    await page.goto('/');
    await hydrated(page);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await page.getByRole('button', { name: 'Copy code' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain('import urllib.request');
    await page.clock.runFor(1499);
    await expect.poll(() => page.getByRole('button', { name: 'Copied' }).count()).toBe(1);
    await page.clock.runFor(1);
    await page.getByRole('button', { name: 'Copy code' }).waitFor();
  });
});

describe('the diagram', () => {
  test('moves until it is paused, without scripts, and is still under reduced motion', async ({ open }) => {
    const page = await open({ scripts: 'off' });
    await page.goto('/');
    const moving = (of: Page) =>
      of.locator('.agents-call').evaluateAll((calls) =>
        calls.map((call) => {
          const { animationPlayState, display } = getComputedStyle(call);
          return display === 'none' ? 'none' : animationPlayState;
        }),
      );
    expect(new Set(await moving(page))).toEqual(new Set(['running']));
    await page.locator('label').filter({ hasText: 'Pause animation' }).click();
    expect(new Set(await moving(page))).toEqual(new Set(['paused']));
    const calm = await open({ motion: 'reduce', scripts: 'off' });
    await calm.goto('/');
    expect(new Set(await moving(calm))).toEqual(new Set(['none']));
  });
});
