import type { Page } from 'playwright';

/** The lightness of the page's background, 0 to 1; NaN before its styles are loaded. */
export async function lightness(page: Page): Promise<number> {
  const color = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  return Number(/^oklch\(([\d.]+) /.exec(color)?.[1]);
}
