import type { Browser, BrowserContext, Page } from 'playwright';
import { expect, inject, test as base } from 'vitest';
import { sharedBrowser } from './shared-browser.ts';
import { delayScripts } from './late-scripts.ts';
import { contextOptions, type PageOptions } from './page-options.ts';
import { watchContext } from './watch-context.ts';

/** Opens an empty page in a browser profile of its own; it is closed and checked when the test ends. */
export type OpenPage = (options?: PageOptions) => Promise<Page>;

/** For all waits in a page: the speed of the machine must not matter. */
const WAIT_MS = 90_000;

/** Vitest's `test` with `open`: a test fails if its pages did something forbidden. */
export const test = base.extend<{ browser: Browser; open: OpenPage }>({
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads the fixtures that a fixture needs from here.
    async ({}, use) => {
      const browser = await sharedBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  open: async ({ browser }, use) => {
    const opened: { context: BrowserContext; problems: string[] }[] = [];
    await use(async (options = {}) => {
      const { origin = inject('applicationUrl') } = options;
      const context = await browser.newContext(contextOptions(options, origin));
      context.setDefaultTimeout(WAIT_MS);
      opened.push({ context, problems: watchContext(context, options, origin) });
      if (options.scripts === 'late') await delayScripts(context);
      return context.newPage();
    });
    for (const { context } of opened) await context.close();
    expect(opened.flatMap(({ problems }) => problems)).toEqual([]);
  },
});
