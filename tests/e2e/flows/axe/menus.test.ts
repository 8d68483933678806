import type { Page } from 'playwright';
import { describe } from 'vitest';
import { expectAccessible } from '../../support/expect-accessible.ts';
import { hydrated } from '../../support/hydration.ts';
import { test } from '../../support/test.ts';
import { sendByEnter } from '../conversation-steps.ts';
import { awaitWhole, looksOf, menuOf, signedIn, TIMEOUT_MS, wordsOf } from './looks.ts';

/** Shows the side bar as a sheet or a column, with the button of this screen size. */
async function showSideBar(page: Page): Promise<void> {
  const sheet = page.locator('header [popovertarget=side-bar]:visible');
  const column = page.locator('[name=navVisible][value=true]:visible');
  const isSheetOpen = (await page.locator('#side-bar:popover-open').count()) > 0;
  if (!isSheetOpen && (await sheet.or(column).count()) > 0) await sheet.or(column).click();
  await page.locator('#side-bar').waitFor();
}

describe.each(looksOf('light'))('axe in $theme $language on a $screen screen', (look) => {
  const t = wordsOf(look);

  test('menus, confirmations, settings and toasts', { timeout: TIMEOUT_MS }, async ({ open }) => {
    const { page } = await signedIn(open, look);
    await sendByEnter(page, 'Hello [[sandbox: text="Good morning" pace=0]]');
    await awaitWhole(page, t);
    await page
      .getByRole('link', { name: t('chat:message.delete') })
      .last()
      .click();
    await page.getByRole('button', { name: t('chat:message.deleteOne') }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: t('chat:message.deleteOne') }).click();
    await page.getByRole('button', { name: t('undo') }).waitFor();
    await expectAccessible(page);
    const chat = page.url();
    await page.goto('/chat/trash');
    await hydrated(page);
    await expectAccessible(page);
    await page.goto(chat);
    await hydrated(page);
    await page.getByRole('button', { name: t('chat:model.choose') }).click();
    await menuOf(page).getByRole('searchbox').fill('e');
    await expectAccessible(page);
    await menuOf(page).getByRole('searchbox').fill('no such model');
    await page.getByText(t('chat:model.none')).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await showSideBar(page);
    const row = page
      .getByRole('navigation', { name: t('chat:list.label') })
      .getByRole('listitem')
      .first();
    await row.hover();
    await row.getByRole('button').first().click();
    await menuOf(page).getByText(t('chat:list.rename')).click();
    await menuOf(page).getByRole('textbox').waitFor();
    await expectAccessible(page);
    await menuOf(page).getByText(t('chat:list.delete'), { exact: true }).click();
    await page.getByRole('button', { name: t('chat:list.deleteConfirm') }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await showSideBar(page);
    await page
      .locator('#side-bar')
      .getByRole('button', { name: t('auth:account.menu') })
      .click();
    await menuOf(page).getByText(t('auth:account.signOut')).waitFor();
    await expectAccessible(page);
    await menuOf(page)
      .getByRole('link', { name: t('settings:title') })
      .click();
    const main = page.getByRole('main');
    await main.getByText(t('chat:list.clear')).waitFor();
    await expectAccessible(page);
    // Requests of the page itself succeed meanwhile: only the click fails.
    await page.route('**/chat/**', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    );
    await main.getByText(t('chat:list.delete'), { exact: true }).click();
    await main.getByRole('button', { name: t('chat:list.clearConfirm', { count: 1 }) }).click();
    await page.locator('[data-severity=error]:visible').waitFor();
    await expectAccessible(page);
  });
});
