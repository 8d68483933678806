import type { Page } from 'playwright';
import { expect } from 'vitest';

const WAIT_MS = 90_000;

/**
 * Waits until the document is parsed and its styles are loaded, before elements are counted or measured: a
 * first element may be visible long before the last one exists. Unlike `domcontentloaded` it waits for no
 * script.
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
