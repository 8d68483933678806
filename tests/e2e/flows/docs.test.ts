import { expect } from 'vitest';
import { runThreeWays } from './run-three-ways.ts';

runThreeWays('docs', [
  {
    name: 'find a chapter by a search, read it, and go on to the next',
    ways: [],
    async act({ page, visit, type, settle }) {
      await visit('/terms');
      await page
        .getByRole('navigation', { name: 'Main navigation' })
        .getByRole('link', { name: 'Docs' })
        .click();
      await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor();
      await settle();
      await type([[page.getByRole('searchbox', { name: 'Search docs' }), 'leave stream second']]);
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.waitForURL('**/docs/search?q=leave+stream+second', { waitUntil: 'commit' });
      await settle();
      await page.locator('mark').first().waitFor();
      await page.getByRole('link', { name: /Streaming › When you leave/ }).click();
      await page.waitForURL('**/docs/streaming#when-you-leave', { waitUntil: 'commit' });
      const heading = page.getByRole('heading', { name: 'When you leave' });
      await heading.waitFor();
      await expect.poll(() => heading.evaluate((node) => node.getBoundingClientRect().top)).toBeLessThan(900);
      await settle();
      await page.getByRole('link', { name: /Next/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor();
    },
  },
  {
    name: 'see the samples of a chapter in another language, on a phone',
    typesNothing: true,
    page: () => ({ screen: 'phone' }),
    async act({ page, visit, settle, scripts }) {
      await visit('/docs');
      await page.getByText('Guides', { exact: true }).first().click();
      await page.getByRole('link', { name: 'Prices and receipts', exact: true }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Prices and receipts' }).waitFor();
      await settle();
      const shown = (words: string) => page.locator('pre:visible', { hasText: words }).count();
      await expect.poll(() => shown('urllib')).toBe(3);
      await page.getByText('Curl', { exact: true }).first().click();
      // With scripts all samples of the page are updated; late ones may have arrived by now.
      const following = { on: [3], off: [1], late: [1, 3] }[scripts];
      await expect.poll(() => shown('curl "')).toBeOneOf(following);
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(wide).toBeLessThanOrEqual(0);
    },
  },
  {
    name: 'copy a sample',
    ways: [],
    typesNothing: true,
    needsScripts: true,
    async act({ page, visit, settle }) {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await visit('/docs/embeddings');
      await settle();
      await page.getByText('Javascript', { exact: true }).click();
      await page.getByRole('button', { name: 'Copy code' }).click();
      const copied = () => page.evaluate(() => navigator.clipboard.readText());
      await expect.poll(copied).toMatch(/^import OpenAI from 'openai';[\s\S]*embedding\.length\);\n$/);
    },
  },
]);
