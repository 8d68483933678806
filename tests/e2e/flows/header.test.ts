import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { ask, balanceOf } from '../support/database.ts';
import { hydrated } from '../support/hydration.ts';
import { whileScriptsStayAway } from '../support/late-scripts.ts';
import { register, signUp } from '../support/register.ts';
import { askFor, awaitEnd, say } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';

/** In the header, or at the bottom of the side bar if that is visible beside the page. */
const figure = (page: Page): Locator =>
  page.locator('header a data, #side-bar button data').filter({ visible: true }).first();
const microOf = async (page: Page): Promise<number> => Number(await figure(page).getAttribute('value'));

/** Directly in the database: no event announces it. */
async function setBalance(email: string, micro: number): Promise<void> {
  await ask(
    `UPDATE accounts SET balance_micro = ${micro} WHERE user_id = (SELECT id FROM users WHERE email = ?)`,
    [email],
  );
}

runThreeWays('header', [
  {
    name: 'see the balance beside the account, and what a reply leaves of it',
    ways: [],
    async act(visitor) {
      const { page, scripts } = visitor;
      const { email } = await register(page);
      await figure(page).waitFor();
      await expect.poll(() => microOf(page)).toBe(10_000_000);
      await expect.poll(() => figure(page).innerText()).toBe('$10.00');
      await say(visitor, askFor('Alpha'));
      await awaitEnd(visitor);
      await expect.poll(() => balanceOf(email)).toBeLessThan(10_000_000);
      // The page that showed the end may have read the balance just before the reply was settled.
      if (scripts === 'off') await page.reload();
      await expect.poll(() => microOf(page)).toBe(await balanceOf(email));
    },
  },
  {
    name: 'see what another device has spent before the scripts came',
    ways: ['late'],
    needsScripts: true,
    typesNothing: true,
    async act({ page }) {
      const { email } = await signUp(page);
      await whileScriptsStayAway(page, async () => {
        // A page of the chat would reload its data.
        await page.goto('/keys', { waitUntil: 'commit' });
        await expect.poll(() => microOf(page)).toBe(10_000_000);
        const answer = await page.request.post('/api/ask/openAI', {
          data: { model: 'sandbox/small', text: askFor('Alpha') },
          headers: { 'sec-fetch-site': 'same-origin' },
        });
        expect(answer.status()).toBe(200);
        await expect.poll(() => balanceOf(email)).toBeLessThan(10_000_000);
      });
      await hydrated(page);
      await expect.poll(async () => (await microOf(page)) - (await balanceOf(email))).toBe(0);
    },
  },
  {
    name: 'see that nothing is left, and the way to more',
    ways: [],
    typesNothing: true,
    async act(visitor) {
      const { page, visit } = visitor;
      const { email } = await signUp(page);
      await setBalance(email, 0);
      await visit('/chat/new');
      await expect.poll(() => microOf(page)).toBe(0);
      await expect.poll(() => figure(page).innerText()).toBe('$0.00');
      await page.getByRole('banner').getByRole('link', { name: 'Add Credit' }).click();
      await page.getByRole('heading', { name: 'Credits', exact: true }).waitFor();
    },
  },
  {
    name: 'come back to a window and find the balance as it is now',
    needsScripts: true,
    typesNothing: true,
    async act(visitor) {
      const { page, visit } = visitor;
      const { email } = await signUp(page);
      await visit('/chat/new');
      await expect.poll(() => microOf(page)).toBe(10_000_000);
      await setBalance(email, 4_000_000);
      await expect
        .poll(async () => {
          await page.evaluate(() => dispatchEvent(new Event('focus')));
          return microOf(page);
        })
        .toBe(4_000_000);
    },
  },
]);
