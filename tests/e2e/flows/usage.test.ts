import { expect } from 'vitest';
import type { Page } from 'playwright';
import { pastCallsInsert } from '#tests/fixtures/past-calls.ts';
import { ask } from '../support/database.ts';
import { hydrated } from '../support/hydration.ts';
import { signUp } from '../support/register.ts';
import { askFor, awaitEnd, say, turn } from './conversation-steps.ts';
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
    ways: [],
    async act(visitor) {
      const { page, visit, settle } = visitor;
      await signUp(page);
      await visit('/usage');
      await page.getByText('no activity available').waitFor();
      await page.getByRole('link', { name: 'Start a chat' }).click();
      await page.waitForURL('**/chat/new', { waitUntil: 'commit' });
      await settle();
      await say(visitor, askFor('Alpha'));
      await awaitEnd(visitor);
      await turn(page, 1).getByRole('link', { name: 'Open receipt' }).click();
      await page.getByRole('heading', { name: 'Receipt', exact: true }).waitFor();
      const receipt = page.url();
      expect(receipt).toMatch(/\/usage\/receipts\/[0-9a-f-]{36}$/);
      await visit('/balance');
      const tabs = page.getByRole('navigation', { name: 'Account pages' });
      await tabs.getByRole('link', { name: 'Usage' }).click();
      await page.getByRole('heading', { name: 'Tokens over time' }).waitFor();
      await page.getByRole('link', { name: 'Activity', exact: true }).click();
      const call = page.getByRole('row').filter({ hasText: 'sandbox/' });
      await call.waitFor();
      await tabs.locator('[aria-current=page]', { hasText: 'Usage' }).waitFor();
      // Until its styles are loaded, a page contains the texts of its narrow form, too.
      const words = async () => (await call.innerText()).replaceAll(/\s+/g, ' ');
      await expect.poll(words).toMatch(/Chat [\d,]+ in, [\d,]+ out [\d,]+ → [\d,]+ <?\$0\.\d{4} [\d.]+s /);
      await call.getByRole('link', { name: /^Receipt/ }).click();
      await page.getByRole('heading', { name: 'Receipt', exact: true }).waitFor();
      await page.getByText('The model produced output').waitFor();
      await page.getByText('Rounded to $0.000001').waitFor();
      expect(page.url()).toBe(receipt);
    },
  },
  {
    name: 'turn the pages while a call arrives, and back to the newest',
    ways: [],
    typesNothing: true,
    async act({ page, visit }) {
      const { email } = await signUp(page);
      await book(email, 23);
      await visit('/usage?tab=activity');
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
  {
    name: 'narrow the charts by a time and a bar, come back to them as they were left, and clear the filter',
    typesNothing: true,
    async act({ page, scripts, visit }) {
      const { email } = await signUp(page);
      await book(email, 5);
      await visit('/usage');
      await page.getByRole('link', { name: '1W', exact: true }).click();
      await page.waitForURL('**/usage?dateInterval=1W', { waitUntil: 'commit' });
      await page.locator('a[aria-current=true]', { hasText: '1W' }).waitFor();
      await page.getByRole('link', { name: 'Show only maker/model-1', exact: false }).first().click();
      const chip = page.getByRole('link', { name: 'Remove filter: Model: maker/model-1' });
      await chip.waitFor();
      const narrow = new URL(page.url()).search;
      expect(narrow).toBe('?model=maker%2Fmodel-1&dateInterval=1W');
      const requests = page.getByRole('main').locator('dl data').first();
      await expect.poll(() => requests.innerText()).toBe('1');
      if (scripts === 'off') return;
      // Stored by the browser: used from another page of the application, and from a typed address.
      await hydrated(page);
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('dashboardFilter')))
        .toContain('model-1');
      await visit('/balance');
      await page
        .getByRole('navigation', { name: 'Account pages' })
        .getByRole('link', { name: 'Usage' })
        .click();
      await chip.waitFor();
      expect(new URL(page.url()).search).toBe(narrow);
      await visit('/usage?tab=activity');
      await chip.waitFor();
      expect(new URL(page.url()).search).toBe(`?tab=activity&${narrow.slice(1)}`);
      await chip.click();
      await chip.waitFor({ state: 'detached' });
      await hydrated(page);
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('dashboardFilter')))
        .toContain('"model":null');
      await visit('/usage?dateInterval=ALL');
      await hydrated(page);
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('dashboardFilter')))
        .toContain('"dateInterval":"ALL"');
      await visit('/usage');
      await page.getByRole('heading', { name: 'Tokens over time' }).waitFor();
      expect(new URL(page.url()).search).toBe('');
    },
  },
]);
