import type { Page } from 'playwright';
import { expect } from 'vitest';

const WAIT_MS = 90_000;

/**
 * Waits until the document is parsed and its styles are there, before something is counted or measured at once: a
 * first element may be seen long before the last one has come. Unlike `domcontentloaded` it waits for no script.
 */
export async function pageComplete(page: Page): Promise<void> {
  const isComplete = () =>
    page.evaluate(
      () =>
        document.readyState !== 'loading' &&
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
    );
  await expect.poll(isComplete, { timeout: WAIT_MS }).toBe(true);
}
