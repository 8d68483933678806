import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';

const FOLDER = path.resolve('tests/screenshots');

/** Saves a screenshot of the page for people, as tests/screenshots/<name>.png (not under version control). */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`), animations: 'disabled' });
}
