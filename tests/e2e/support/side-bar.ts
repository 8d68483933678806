import type { Page } from 'playwright';
import { pageComplete } from './page-complete.ts';

/** Shows the side bar with the button of this screen size; does nothing if it is already visible. */
export async function showSideBar(page: Page): Promise<void> {
  const sideBar = page.locator('#side-bar');
  const show = page.getByRole('button', { name: 'Show sidebar' });
  // Until the styles are loaded the buttons of all screen sizes are visible, and no side bar.
  await pageComplete(page);
  await show
    .or(page.getByRole('button', { name: 'Hide sidebar' }))
    .first()
    .waitFor();
  if (await sideBar.isVisible()) return;
  const ofPhone = show.and(page.locator('[popovertarget]'));
  await ((await ofPhone.isVisible()) ? ofPhone : show.and(page.locator('[name=navVisible]'))).click();
  await sideBar.waitFor();
}

/** Opens the settings from the account menu: over the page with scripts, else as a page. */
export async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('link', { name: 'Settings' }).and(page.locator(':popover-open *')).click();
}
