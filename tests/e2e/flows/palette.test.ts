import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { expectAccessible } from '../support/expect-accessible.ts';
import { shortcutsReady } from '../support/hydration.ts';
import { signedIn } from '../support/signed-in.ts';
import { test } from '../support/test.ts';
import { say, sendByEnter } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';
import { signUp } from '../support/register.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });

describe('the command palette', () => {
  test('leads by the keyboard to a chat, a page and a model', async ({ open }) => {
    const page = await signedIn(open);
    await sendByEnter(page, 'Hello [[sandbox: text="Good morning" pace=0]]');
    await page.waitForURL(/\/chat\/(?!new)/, { waitUntil: 'commit' });
    const chat = new URL(page.url()).pathname;
    const row = page.locator(`#side-bar a[href="${chat}"]`);
    // Its title follows the reply.
    await expect.poll(() => row.textContent(), { timeout: 30_000 }).not.toContain('[[');
    const title = (await row.textContent()) ?? '';
    await page.goto('/usage');
    await shortcutsReady(page);
    const goTo = async (text: string, name: string, to: string) => {
      await page.keyboard.press('Control+KeyK');
      await palette(page).getByRole('searchbox').waitFor();
      await page.keyboard.type(text);
      await palette(page).getByRole('link', { name, exact: true }).waitFor();
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => page.locator('[data-command]:focus').innerText()).toBe(name);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname === to, { waitUntil: 'commit' });
      await palette(page).waitFor({ state: 'hidden' });
    };
    await goTo(title, title, chat);
    await goTo('provider k', 'Provider keys', '/settings/provider-keys');
    await goTo('sandbox small', 'Sandbox Small', '/models/sandbox/small');
    await page.keyboard.press('Control+Slash');
    await palette(page).getByRole('searchbox').fill('no such thing at all');
    await palette(page).getByText('Nothing found.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'hidden' });
  });

  test('opens by a press on Search, and shows the shortcuts, which work', async ({ open }) => {
    const page = await signedIn(open);
    await shortcutsReady(page);
    await page.locator('#side-bar').getByRole('link', { name: 'Search', exact: true }).click();
    await palette(page).getByRole('button', { name: 'Keyboard shortcuts' }).click();
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Show or hide the sidebar').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+Shift+KeyS');
    await page.getByRole('button', { name: 'Hide sidebar' }).waitFor();
    await page.keyboard.press('Shift+Escape');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.matches('textarea[name=text]')))
      .toBe(true);
  });
});

runThreeWays('search', [
  {
    name: 'find a message while typing, open it, and go back to the branch',
    async act(visitor) {
      const { page, scripts, visit, type } = visitor;
      await signUp(page);
      await visit('/chat/new');
      await say(visitor, 'Tell me of rivers [[sandbox: text="The Amazon is long" pace=0]]');
      await page.waitForURL(/\/chat\/(?!new)/, { waitUntil: 'commit' });
      const chat = new URL(page.url()).pathname;
      // The index follows within seconds.
      const isFound = () =>
        page.evaluate(async () =>
          (await (await fetch('/api/search?q=amazon+long')).text()).includes('Amazon'),
        );
      await expect.poll(isFound, { timeout: 60_000 }).toBe(true);
      await visit('/search');
      const main = page.getByRole('main');
      await main.getByText('Search all your messages').waitFor();
      await type([[main.getByRole('searchbox'), 'amazon long']]);
      // A text that was typed before the scripts came is searched by the button.
      if (scripts !== 'on') await main.getByRole('button', { name: 'Search' }).click();
      await main.locator('mark', { hasText: 'Amazon' }).first().waitFor();
      await main.locator('ol a').first().click();
      await page.waitForURL((url) => url.pathname === chat && url.searchParams.has('message'));
      await page.getByRole('link', { name: 'Back to the current branch' }).click();
      await page.waitForURL((url) => url.pathname === chat && !url.searchParams.has('message'));
    },
  },
]);
