import type { Page } from 'playwright';
import { pageComplete } from './page-complete.ts';

/** Shows the side bar by whichever button this screen has for it; nothing where it stands there already. */
export async function showSideBar(page: Page): Promise<void> {
  const sideBar = page.locator('#side-bar');
  const show = page.getByRole('button', { name: 'Show side bar' });
  // Until the styles are there the buttons of all screens stand beside each other, and no side bar.
  await pageComplete(page);
  await show
    .or(page.getByRole('button', { name: 'Hide side bar' }))
    .first()
    .waitFor();
  if (await sideBar.isVisible()) return;
  const ofPhone = show.and(page.locator('[popovertarget]'));
  await ((await ofPhone.isVisible()) ? ofPhone : show.and(page.locator('[name=navVisible]'))).click();
  await sideBar.waitFor();
}

/** Opens the settings by the menu of the account: over the page where scripts run, else as a page. */
export async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('link', { name: 'Settings' }).and(page.locator(':popover-open *')).click();
}
