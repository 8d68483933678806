import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { hydrated } from '../support/hydration.ts';
import { whileScriptsStayAway } from '../support/late-scripts.ts';
import type { PageOptions, Scripts } from '../support/page-options.ts';
import type { OpenPage } from '../support/test.ts';

/**
 * A user of the application: acts at once if scripts are off or late, so that the bare page must work; and
 * after hydration if they are on.
 */
export interface Visitor {
  page: Page;
  scripts: Scripts;
  /** Opens a path and waits until the page is usable. */
  visit: (path: string) => Promise<void>;
  /** Waits until the page is usable: with scripts on for them, else for nothing. */
  settle: () => Promise<void>;
  /**
   * Types into fields. If scripts are late this happens before they arrive, they are awaited, and all typed
   * text must still be there.
   */
  type: (fields: [Locator, string][]) => Promise<void>;
  /** Number of fields filled before late scripts arrived. */
  typedEarly: () => number;
  /** A second browser of the same user, not signed in. */
  openAnother: (options?: PageOptions) => Promise<Page>;
}

export async function createVisitor(
  open: OpenPage,
  options: PageOptions & { scripts: Scripts },
): Promise<Visitor> {
  const { scripts } = options;
  const page = await open(options);
  let early = 0;
  const settle = async () => {
    if (scripts === 'on') await hydrated(page);
  };
  return {
    page,
    scripts,
    settle,
    async visit(path) {
      await page.goto(path, { waitUntil: 'commit' });
      await settle();
    },
    async type(fields) {
      await settle();
      const isEarly = await whileScriptsStayAway(page, async () => {
        for (const [field, text] of fields) await field.fill(text);
        return scripts === 'late' && !(await isHydrated(page));
      });
      if (!isEarly) return;
      await hydrated(page);
      for (const [field, text] of fields) expect(await field.inputValue()).toBe(text);
      early += fields.length;
    },
    typedEarly: () => early,
    openAnother: (more) => open({ ...options, ...more }),
  };
}

function isHydrated(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    Object.keys(document.documentElement).some((key) => key.startsWith('__reactFiber')),
  );
}
