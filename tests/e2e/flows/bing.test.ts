import type { Page, Route } from 'playwright';
import { expect } from 'vitest';
import { showSideBar } from '../support/side-bar.ts';
import { signUp } from '../support/register.ts';
import { askFor, awaitEnd, say } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';

const BING = 'sandbox/bing';

const field = (page: Page, name: string) => page.locator(`select[name="option.${name}"]`);
const isKeeping = (url: URL) => /^\/api\/convos\/[\w-]{36}\/options$/.test(url.pathname);

runThreeWays('the bar of Bing', [
  {
    name: 'shows what was chosen while the page reads itself again, until a preset takes its place',
    needsScripts: true,
    async act(visitor) {
      const { page, visit } = visitor;
      await signUp(page);
      const preset = { title: 'Swift', endpoint: 'bingAI', model: BING, jailbreak: true, toneStyle: 'fast' };
      const saved = await page.request.post('/api/presets', {
        data: preset,
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      expect(saved.status()).toBe(201);
      await visit(`/chat/new?model=${BING}`);
      await field(page, 'jailbreak').selectOption('true');
      await say(visitor, askFor('They flow.'));
      await awaitEnd(visitor);
      await page.locator('[data-tone] > summary').click();
      const kept = page.waitForResponse((answer) => isKeeping(new URL(answer.url())));
      await field(page, 'toneStyle').selectOption('fast');
      await kept;
      // The next choice is being sent while the page reads the one before it.
      const holding = new Promise<Route>((resolve) => void page.route(isKeeping, resolve));
      await field(page, 'toneStyle').selectOption('precise');
      const held = await holding;
      await rename(page, 'Rivers');
      await expect.poll(() => page.title()).toContain('Rivers');
      expect(await field(page, 'toneStyle').inputValue()).toBe('precise');
      const keptToo = page.waitForResponse((answer) => isKeeping(new URL(answer.url())));
      await held.continue();
      await keptToo;
      await page.locator('button[name=opensOptions]').click();
      await page.getByRole('button', { name: 'Use', exact: true }).click();
      await expect.poll(() => field(page, 'toneStyle').inputValue()).toBe('fast');
    },
  },
]);

async function rename(page: Page, title: string): Promise<void> {
  await showSideBar(page);
  const row = page.getByRole('navigation', { name: 'Chats' }).getByRole('listitem').first();
  await row.hover();
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await row.getByText('Rename').click();
  await row.getByRole('textbox', { name: 'Title' }).fill(title);
  await row.getByRole('button', { name: 'Save' }).click();
}
