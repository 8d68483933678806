import { expect } from 'vitest';
import { register } from '../support/register.ts';
import { showSideBar } from '../support/side-bar.ts';
import { askFor, awaitEnd, messageBox, say, turn } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';

runThreeWays('temporary chats, forks and texts of addresses', [
  {
    name: 'begin a temporary chat, branch it, and keep the branch',
    async act(visitor) {
      const { page, type } = visitor;
      await register(page);
      await visitor.visit('/chat/new');
      await type([[messageBox(page), 'half a question']]);
      await page.getByRole('link', { name: 'Temporary chat' }).click();
      const notice = page.getByText('Temporary chat. It is deleted on');
      await notice.waitFor();
      if (visitor.scripts === 'on') expect(await messageBox(page).inputValue()).toBe('half a question');
      await say(visitor, askFor('Alpha'));
      await awaitEnd(visitor);
      await notice.waitFor();
      const { pathname } = new URL(page.url());
      await page.getByRole('button', { name: 'Branch in a new chat' }).last().click();
      await page.waitForURL((url) => url.pathname !== pathname, { waitUntil: 'commit' });
      await turn(page, 1).getByText('Alpha', { exact: true }).waitFor();
      if (visitor.scripts === 'on')
        await expect
          .poll(() => messageBox(page).evaluate((box) => document.activeElement === box))
          .toBe(true);
      await page.getByRole('button', { name: 'Keep this chat' }).click();
      await notice.waitFor({ state: 'hidden' });
      await showSideBar(page);
      const rows = page.getByRole('navigation', { name: 'Chats' }).getByRole('listitem');
      await expect.poll(() => rows.count()).toBe(1);
    },
  },
  {
    name: 'open a link with a text, and find the own draft again',
    needsScripts: true,
    async act({ page, visit, type }) {
      await register(page);
      await visit('/chat/new');
      const stored = page.waitForResponse('**/api/drafts/new');
      await type([[messageBox(page), 'my draft']]);
      await stored;
      await visit('/chat/new?q=A+text%0Aof+a+link');
      await expect.poll(() => messageBox(page).inputValue()).toBe('A text\nof a link');
      await visit('/chat/new');
      await expect.poll(() => messageBox(page).inputValue()).toBe('my draft');
    },
  },
]);
