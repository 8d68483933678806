import type { BrowserContext } from 'playwright';
import { expect } from 'vitest';
import { countStreams } from '../support/count-streams.ts';
import { hydrated } from '../support/hydration.ts';
import { register } from '../support/register.ts';
import { awaitBeginning, say, stopButton } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';

const TABS = 10;

/** Opens a page of its own; one without a free connection would wait until the replies end. */
async function openOneMore(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto('/chat/new', { waitUntil: 'domcontentloaded' });
  await page.close();
}

runThreeWays('tabs', [
  {
    name: 'ten tabs on a growing reply hold one stream and grow alike, and an eleventh page opens meanwhile',
    needsScripts: true,
    // A browser on a screen only paints the front tab, one without windows paints all of them.
    page: () => ({ motion: 'reduce' }),
    async act(visitor) {
      const { page } = visitor;
      const context = page.context();
      const streams = countStreams(context);
      await register(page);
      // The model has space for some 370 pieces: the reply must still grow when a busy machine has opened ten
      // tabs.
      await say(visitor, 'Tell me about rivers [[sandbox: length=3000 pace=800]]');
      await hydrated(page);
      const tabs = [page];
      // A page holds a connection for the frame of its reply until its scripts have arrived, and a browser
      // has six.
      while (tabs.length < TABS) {
        const more = await Promise.all([1, 2, 3].map(() => context.newPage()));
        await Promise.all(more.map((tab) => tab.goto(page.url(), { waitUntil: 'commit' })));
        await Promise.all(more.map(hydrated));
        tabs.push(...more);
      }
      for (const tab of tabs) {
        await tab.locator('[data-growing]').waitFor();
        await awaitBeginning(tab, /\w+ \w+/);
      }
      await openOneMore(context);
      await expect.poll(() => page.locator('[data-growing]').count()).toBe(1);
      expect(streams()).toBeLessThanOrEqual(2);
      await awaitBeginning(page, /.{101}/);
      await stopButton(visitor).click();
      for (const tab of tabs) await tab.locator('[data-growing]').waitFor({ state: 'detached' });
      // A tab whose Markdown is still being rendered shows the text in two parts, until the stored reply
      // replaces them.
      const texts = () => Promise.all(tabs.map((tab) => tab.locator('.markdown').last().innerText()));
      await expect.poll(async () => new Set(await texts()).size).toBe(1);
      expect((await texts())[0]?.length).toBeGreaterThan(100);
      await expect.poll(streams).toBe(1);
    },
  },
]);
