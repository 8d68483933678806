import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { pastCallsInsert } from '#tests/fixtures/past-calls.ts';
import { ask } from '../support/database.ts';
import { register } from '../support/register.ts';
import { askFor, awaitEnd, say } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';

/** Books calls of this account that ended just now. */
async function book(email: string, count: number): Promise<void> {
  const [user] = await ask<{ id: string }>('SELECT id FROM users WHERE email = ?', [email]);
  await ask(pastCallsInsert({ userId: user!.id, count }), []);
}

const calls = (page: Page) => page.getByRole('row').filter({ hasText: 'maker/model' });

runThreeWays('usage', [
  {
    name: 'from an empty list to the first call, by the tabs of the account',
    async act(visitor) {
      const { page, visit, settle } = visitor;
      await register(page);
      await visit('/usage');
      await page.getByText('no activity available').waitFor();
      await page.getByRole('link', { name: 'Begin a conversation' }).click();
      await page.waitForURL('**/chat/new', { waitUntil: 'commit' });
      await settle();
      await say(visitor, askFor('Alpha'));
      await awaitEnd(visitor);
      await visit('/balance');
      const tabs = page.getByRole('navigation', { name: 'Pages of your account' });
      await tabs.getByRole('link', { name: 'Usage' }).click();
      const call = page.getByRole('row').filter({ hasText: 'sandbox/' });
      await call.waitFor();
      await tabs.locator('[aria-current=page]', { hasText: 'Usage' }).waitFor();
      // Until its styles are there, a page has the words of its narrow form, too.
      const words = async () => (await call.innerText()).replaceAll(/\s+/g, ' ');
      await expect.poll(words).toMatch(/Chat [\d,]+ in, [\d,]+ out [\d,]+ → [\d,]+ <?\$0\.\d{4} [\d.]+s /);
    },
  },
  {
    name: 'turn the pages while a call arrives, and back to the newest',
    typesNothing: true,
    async act({ page, visit }) {
      const { email } = await register(page);
      await book(email, 23);
      await visit('/usage');
      await calls(page).first().getByText('maker/model-23').waitFor();
      await book(email, 1);
      await page.getByRole('link', { name: 'Next' }).click();
      await calls(page).first().getByText('maker/model-13').waitFor();
      await page.getByRole('link', { name: 'Page 3' }).click();
      await calls(page).first().getByText('maker/model-3').waitFor();
      await expect.poll(() => calls(page).count()).toBe(3);
      await page.getByRole('link', { name: 'Prev' }).click();
      await calls(page).last().getByText('maker/model-4').waitFor();
      await page.getByRole('link', { name: 'Newest' }).click();
      await calls(page).first().getByText('maker/model-1', { exact: true }).waitFor();
      await calls(page).nth(1).getByText('maker/model-23').waitFor();
    },
  },
]);
