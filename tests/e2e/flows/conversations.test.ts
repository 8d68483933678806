import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { expectAccessible } from '../support/expect-accessible.ts';
import { register } from '../support/register.ts';
import { openSettings, showSideBar } from '../support/side-bar.ts';
import { askFor, awaitEnd, messageBox, say, turn } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';
import type { Visitor } from './visitor.ts';

const sideBar = (page: Page): Locator => page.getByRole('navigation', { name: 'Chats' });
const rows = (page: Page): Locator => sideBar(page).getByRole('listitem');

/** Opens the menu of the first conversation. */
async function openRowMenu({ page }: Visitor): Promise<void> {
  await rows(page).first().hover();
  await rows(page)
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click();
}

/** A button that asks for confirmation at the first click and acts at the second. */
async function pressTwice(place: Locator, first: string, second: string): Promise<void> {
  await place.getByText(first, { exact: true }).click();
  await place.getByRole('button', { name: second }).click();
}

async function beginConversation(visitor: Visitor, answer: string): Promise<void> {
  await visitor.visit('/chat/new');
  await say(visitor, askFor(answer));
  await awaitEnd(visitor);
}

runThreeWays('conversations', [
  {
    name: 'rename a conversation',
    async act(visitor) {
      const { page, type } = visitor;
      await register(page);
      await beginConversation(visitor, 'Alpha');
      await showSideBar(page);
      await openRowMenu(visitor);
      await rows(page).first().getByText('Rename').click();
      const title = rows(page).first().getByRole('textbox', { name: 'Title' });
      await type([[title, 'Rivers of the north']]);
      await rows(page).first().getByRole('button', { name: 'Save' }).click();
      await sideBar(page).getByRole('link', { name: 'Rivers of the north' }).waitFor();
      await page.reload({ waitUntil: 'commit' });
      await sideBar(page).getByRole('link', { name: 'Rivers of the north' }).waitFor();
      await expect.poll(() => page.title()).toBe('Rivers of the north');
    },
  },
  {
    name: 'delete one conversation by two presses and keep the other, after undoing both kinds of deletions',
    async act(visitor) {
      const { page } = visitor;
      await register(page);
      await beginConversation(visitor, 'Alpha');
      const kept = new URL(page.url()).pathname;
      await beginConversation(visitor, 'Omega');
      await showSideBar(page);
      await expect.poll(() => rows(page).count()).toBe(2);
      const removed = new URL(page.url()).pathname;
      await turn(page, 1).hover();
      await turn(page, 1).getByRole('link', { name: 'Delete message' }).click();
      await page.getByRole('button', { name: 'Only this message' }).click();
      await expect.poll(() => page.getByRole('article').count()).toBe(1);
      await page.getByRole('button', { name: 'Undo' }).click();
      await turn(page, 1).getByText('Omega', { exact: true }).waitFor();
      const remove = async () => {
        await openRowMenu(visitor);
        await pressTwice(rows(page).first(), 'Delete', 'Delete?');
        await page.waitForURL('**/chat/new', { waitUntil: 'commit' });
      };
      await remove();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.waitForURL(`**${removed}*`, { waitUntil: 'commit' });
      await expect.poll(() => rows(page).count()).toBe(2);
      await remove();
      await expect.poll(() => rows(page).count()).toBe(1);
      await rows(page).first().getByRole('link').click();
      await turn(page, 1).getByText('Alpha', { exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe(kept);
    },
  },
  {
    name: 'move a conversation to a new folder, rename the folder, and delete it',
    ways: ['on', 'off'],
    async act(visitor) {
      const { page, scripts, type } = visitor;
      await register(page);
      await beginConversation(visitor, 'Alpha');
      const path = new URL(page.url()).pathname;
      await showSideBar(page);
      await openRowMenu(visitor);
      await rows(page).first().getByRole('link', { name: 'Move to folder' }).click();
      await page.getByRole('heading', { name: 'Move to folder' }).waitFor();
      if (scripts === 'on') await expectAccessible(page);
      await type([[page.getByRole('textbox', { name: 'New folder' }), 'Rivers']]);
      await page.getByRole('button', { name: 'Create and move' }).click();
      await page.waitForURL(`**${path}`, { waitUntil: 'commit' });
      await showSideBar(page);
      await expect.poll(() => rows(page).count()).toBe(1);
      await sideBar(page).getByRole('link', { name: 'Rivers', exact: true }).click();
      await page.getByRole('main').getByRole('link', { name: /Alpha/ }).waitFor();
      if (scripts === 'on') await expectAccessible(page);
      await type([[page.getByRole('textbox', { name: 'Name' }), 'Lakes']]);
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('heading', { name: 'Lakes' }).waitFor();
      await pressTwice(page.getByRole('main'), 'Delete folder', 'Delete folder?');
      await page.getByText('No folders', { exact: true }).waitFor();
      await showSideBar(page);
      await rows(page).first().getByRole('link', { name: /Alpha/ }).click();
      await page.waitForURL(`**${path}`, { waitUntil: 'commit' });
    },
  },
  {
    name: 'delete all conversations by two presses',
    ways: [],
    async act(visitor) {
      const { page } = visitor;
      await register(page);
      await beginConversation(visitor, 'Alpha');
      const gone = page.url();
      await beginConversation(visitor, 'Omega');
      await openSettings(page);
      await page.getByText('Clear all chats', { exact: true }).waitFor();
      await pressTwice(page.getByRole('main'), 'Delete', 'Delete 2 chats?');
      await page.waitForURL('**/chat/new', { waitUntil: 'commit' });
      await showSideBar(page);
      await page.getByText('Your chats will be listed here.').waitFor();
      await page.goto(gone, { waitUntil: 'commit' });
      await page.getByText('It was deleted, or it belongs to another account.').waitFor();
    },
    expected: [/404/],
  },
  {
    name: 'choose a model for the next message and keep what was typed',
    async act(visitor) {
      const { page, type } = visitor;
      await register(page);
      await type([[messageBox(page), askFor('Alpha')]]);
      await page.getByRole('button', { name: /^Choose a model/ }).click();
      const others = page.locator('[name=chosenModel]:not([aria-current])');
      const name = (await others.first().innerText()).split('\n')[0] ?? '';
      await others.first().click();
      await page.getByRole('button', { name: `Choose a model ${name}` }).waitFor();
      await expect.poll(() => messageBox(page).inputValue()).toBe(askFor('Alpha'));
      await page.getByRole('button', { name: 'Send a message' }).click();
      await page.waitForURL(/\/chat\/(?!new)/, { waitUntil: 'commit' });
      await awaitEnd(visitor);
      await turn(page, 1).getByRole('heading', { name, exact: true }).waitFor();
      await page.goto('/chat/new', { waitUntil: 'commit' });
      await page.getByRole('button', { name: `Choose a model ${name}` }).waitFor();
    },
  },
  {
    name: 'find a draft again after a reload',
    ways: ['late'],
    async act(visitor) {
      const { page, scripts, type, settle } = visitor;
      await register(page);
      const draft = 'Half a thought that must not be lost';
      await type([[messageBox(page), draft]]);
      // Without scripts a browser reports no typing; a submitted form sends the text along.
      if (scripts === 'off') {
        await page.getByRole('button', { name: /^Choose a model/ }).click();
        await page.locator('[name=chosenModel]').first().click();
        await page.waitForURL('**/chat/new?model=**', { waitUntil: 'commit' });
      }
      await page.goto('/chat/new', { waitUntil: 'commit' });
      await settle();
      await expect.poll(() => messageBox(page).inputValue()).toBe(draft);
    },
  },
]);
