import { describe, expect } from 'vitest';
import { test } from '../../support/test.ts';
import { expectAllAccessible, inFull, looksOf, openWith, TIMEOUT_MS } from './looks.ts';

const PAGES = [
  '/docs',
  '/docs/errors',
  '/docs/reference-chat',
  '/docs/search?q=stream',
  ...inFull(
    '/docs/quick-start',
    '/docs/streeming',
    '/docs/prices',
    '/docs/reference',
    '/docs/search?q=nothing-of-this-name',
  ),
];

describe.each(looksOf('phone'))('axe in $theme $language on a $screen screen', (look) => {
  test('docs: chapters, the reference, a search', { timeout: TIMEOUT_MS }, async ({ open }) => {
    const page = await openWith(open, look);
    for (const path of PAGES) {
      await expectAllAccessible(page, [path]);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([path, over <= 0]).toEqual([path, true]);
    }
  });
});
