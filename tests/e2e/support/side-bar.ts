import type { Page } from 'playwright';
import { pageComplete } from './page-complete.ts';

/** Shows the side bar as a sheet or a column; does nothing if it is already one. */
export async function showSideBar(page: Page): Promise<void> {
  const hide = page.getByRole('button', { name: 'Hide sidebar' });
  const show = page.getByRole('button', { name: 'Show sidebar' });
  // Until the styles are loaded the buttons of all screen sizes are visible.
  await pageComplete(page);
  await show.or(hide).first().waitFor();
  if (await hide.isVisible()) return;
  await show.click();
  await hide.waitFor();
}

/** Opens the settings from the account menu. */
export async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('link', { name: 'Settings' }).and(page.locator(':popover-open *')).click();
  await page.waitForURL('**/settings');
}
