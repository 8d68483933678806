import type { Page } from 'playwright';
import { expect } from 'vitest';
import { hydrated } from '../support/hydration.ts';
import { register } from '../support/register.ts';
import { askFor, awaitEnd, messageBox, say, turn } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';

/** Scrolls the list of messages to a distance from its end, as a fraction of the view's height. */
async function scrollAway(page: Page, part: number): Promise<void> {
  await page
    .getByRole('article')
    .first()
    .evaluate((article, away) => {
      const view = article.closest('[tabindex="-1"]')!;
      view.scrollTop = view.scrollHeight - view.clientHeight * (1 + away);
    }, part);
}

/** Pixels between the visible part of the list of messages and its end. */
const distance = (page: Page): Promise<number> =>
  page
    .getByRole('article')
    .first()
    .evaluate((article) => {
      const view = article.closest('[tabindex="-1"]')!;
      return view.scrollHeight - view.clientHeight - view.scrollTop;
    });

runThreeWays('screen', [
  {
    name: 'find the way back to the end of a long conversation',
    needsScripts: true,
    async act(visitor) {
      const { page } = visitor;
      await register(page);
      await say(visitor, 'Tell me everything [[sandbox: length=1500 pace=0]]');
      await awaitEnd(visitor);
      // The text box shrinks after sending, which moves the end.
      await say(visitor, `${'A long message. '.repeat(60)}${askFor('Yes.')}`);
      await turn(page, 3).getByText('Yes.', { exact: true }).waitFor();
      await expect.poll(() => distance(page)).toBeLessThan(2);
      const toEnd = page.getByRole('button', { name: 'Scroll to bottom' });
      await scrollAway(page, 0.3);
      await toEnd.waitFor();
      await scrollAway(page, 0.1);
      await toEnd.waitFor({ state: 'hidden' });
      // Twice at the same moment: the pause between two scrolls must not swallow a reader's click.
      await page.clock.setFixedTime(Date.now());
      for (let press = 0; press < 2; press++) {
        await scrollAway(page, 0.9);
        await toEnd.click();
        await expect.poll(() => distance(page)).toBeLessThan(2);
        await toEnd.waitFor({ state: 'hidden' });
      }
    },
  },
  {
    name: 'search among more than ten models, in whatever case',
    needsScripts: true,
    async act({ page, type }) {
      await register(page);
      await type([[messageBox(page), 'A question']]);
      await page.getByRole('button', { name: /^Choose a model/ }).click();
      const models = page.locator('[name=chosenModel]');
      await expect.poll(() => models.count()).toBeGreaterThan(10);
      const search = page.getByRole('searchbox', { name: 'Search models' });
      await search.fill('SHELF 7');
      await expect.poll(() => models.allInnerTexts()).toEqual([expect.stringMatching(/^Shelf 7\n/)]);
      await search.fill('no such model');
      await page.getByText('No models match this name.').waitFor();
      await search.fill('shelf 7');
      await models.click();
      await page.getByRole('button', { name: 'Choose a model Shelf 7' }).waitFor();
      await expect.poll(() => messageBox(page).inputValue()).toBe('A question');
    },
  },
  {
    name: 'confirm the words of an input method by Enter without sending them',
    needsScripts: true,
    async act(visitor) {
      const { page, type } = visitor;
      await register(page);
      await type([[messageBox(page), askFor('はい')]]);
      await hydrated(page);
      await messageBox(page).press('End');
      const keyboard = await page.context().newCDPSession(page);
      await keyboard.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
      const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
      await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
      await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
      await expect.poll(() => messageBox(page).inputValue()).toBe(`${askFor('はい')}にほん`);
      await keyboard.send('Input.insertText', { text: '日本' });
      await expect.poll(() => messageBox(page).inputValue()).toBe(`${askFor('はい')}日本`);
      expect(new URL(page.url()).pathname).toBe('/chat/new');
      await messageBox(page).press('Enter');
      await turn(page, 1).getByText('はい', { exact: true }).waitFor();
      await expect.poll(() => turn(page, 0).innerText()).toContain('日本');
    },
  },
]);
