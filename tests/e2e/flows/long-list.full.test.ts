import type { BrowserContext, Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { ask } from '../support/database.ts';
import { hydrated } from '../support/hydration.ts';
import { openSettings, showSideBar } from '../support/side-bar.ts';
import { register, signIn, signUp } from '../support/register.ts';
import { askFor, awaitEnd, say } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';
import type { Visitor } from './visitor.ts';

/** Pages of the list have 30 rows. */
const MANY = 70;
const FAR_DOWN = 40;

const sideBar = (page: Page): Locator => page.getByRole('navigation', { name: 'Chats' });
const rows = (page: Page): Locator => sideBar(page).getByRole('listitem');
const row = (page: Page, title: string): Locator =>
  rows(page).filter({ has: page.getByRole('link', { name: title, exact: true }) });
const titles = (page: Page): Promise<string[]> => rows(page).getByRole('link').allInnerTexts();
const talk = (number: number): string => `Talk ${number}`;
const talks = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => talk(from + index));

/** Conversations without a message: `Talk 1` was used last, `Talk 70` the longest time ago. */
async function fillList(email: string): Promise<void> {
  await ask(
    `INSERT INTO conversations (id, user_id, title, endpoint, model, created_at, updated_at)
     WITH RECURSIVE n AS (SELECT 1 AS number UNION ALL SELECT number + 1 FROM n WHERE number < ${MANY})
     SELECT UUID(), u.id, CONCAT('Talk ', n.number), 'openAI', 'sandbox/small',
       NOW(3) - INTERVAL n.number DAY, NOW(3) - INTERVAL n.number DAY
     FROM users u JOIN n WHERE u.email = ?`,
    [email],
  );
}

/** Scrolls down the list until a conversation is visible. */
async function showRow({ page, scripts }: Pick<Visitor, 'page' | 'scripts'>, title: string): Promise<void> {
  const more = sideBar(page).getByRole('link', { name: 'Show more' });
  if (scripts === 'off') {
    await more.click();
    // At its end it would jump to the position in the address, away from the user's.
    await page.waitForLoadState();
  } else {
    await hydrated(page);
    await expect
      .poll(async () => {
        if ((await more.count()) > 0)
          await more.scrollIntoViewIfNeeded({ timeout: 1_000 }).catch(() => undefined);
        return row(page, title).count();
      })
      .toBe(1);
  }
  await row(page, title).waitFor();
}

async function openMenu(page: Page, title: string): Promise<void> {
  await row(page, title).scrollIntoViewIfNeeded();
  await row(page, title).hover();
  await row(page, title)
    .getByRole('button', { name: `Actions for ${title}` })
    .click();
}

async function rename(page: Page, title: string, to: string): Promise<void> {
  await openMenu(page, title);
  await row(page, title).getByText('Rename').click();
  await row(page, title).getByRole('textbox', { name: 'Title' }).fill(to);
  await row(page, title).getByRole('button', { name: 'Save' }).click();
}

async function remove(page: Page, title: string): Promise<void> {
  await openMenu(page, title);
  await row(page, title).getByText('Delete', { exact: true }).click();
  await row(page, title).getByRole('button', { name: 'Delete?' }).click();
}

/** Blocks the event streams of these browsers. @returns a function that allows them */
async function keepStreamsAway(...browsers: BrowserContext[]): Promise<() => void> {
  let letOpen = () => undefined as void;
  const opened = new Promise<void>((resolve) => (letOpen = resolve));
  for (const browser of browsers) {
    await browser.route('**/api/events*', async (route) => {
      await opened;
      // The page may be closed by then.
      await route.continue().catch(() => undefined);
    });
  }
  return letOpen;
}

runThreeWays('long list', [
  {
    name: 'rename and delete conversations far down the list, which stays where it is and is right',
    typesNothing: true,
    async act(visitor) {
      const { page, scripts, visit } = visitor;
      await fillList((await signUp(page)).email);
      await visit('/chat/new');
      await showSideBar(page);
      await showRow(visitor, talk(FAR_DOWN));
      await rename(page, talk(FAR_DOWN), 'Rivers');
      await row(page, 'Rivers').waitFor();
      await remove(page, talk(FAR_DOWN + 1));
      await row(page, talk(FAR_DOWN + 1)).waitFor({ state: 'detached' });
      const first = scripts === 'off' ? 31 : 1;
      const expected = [...talks(first, FAR_DOWN - 1), 'Rivers', ...talks(FAR_DOWN + 2, 55)];
      await expect.poll(async () => (await titles(page)).slice(0, expected.length)).toEqual(expected);
    },
  },
  {
    name: 'a list that goes far down is right in another tab and on another device after each act',
    needsScripts: true,
    typesNothing: true,
    async act(visitor) {
      const { page, scripts, visit, openAnother } = visitor;
      const account = await register(page);
      await fillList(account.email);
      const device = await openAnother();
      await signIn(device, account);
      const tab = await page.context().newPage();
      const letStreamsOpen = await keepStreamsAway(page.context(), device.context());
      const screens = [page, tab, device];
      await visit('/chat/new');
      await showSideBar(page);
      for (const other of [tab, device]) await other.goto('/chat/new', { waitUntil: 'commit' });
      await showSideBar(device);
      for (const screen of screens) await showRow({ page: screen, scripts }, talk(FAR_DOWN));
      const all = async (expected: string[]) => {
        for (const screen of screens)
          await expect.poll(async () => (await titles(screen)).slice(0, expected.length)).toEqual(expected);
      };
      await rename(page, talk(FAR_DOWN), 'Rivers');
      await remove(device, talk(FAR_DOWN + 1));
      const rest = [...talks(1, FAR_DOWN - 1), 'Rivers', ...talks(FAR_DOWN + 2, 55)];
      // Events before their streams were open are shown as well.
      await row(device, talk(FAR_DOWN + 1)).waitFor({ state: 'detached' });
      letStreamsOpen();
      await all(rest);
      // One more at the top pushes the last one of the first page below it.
      await say(visitor, askFor('Alpha'));
      await awaitEnd(visitor);
      await expect.poll(async () => (await titles(tab)).slice(1, rest.length)).toEqual(rest.slice(0, -1));
      await expect.poll(async () => (await titles(device)).slice(1, rest.length)).toEqual(rest.slice(0, -1));
      await openSettings(device);
      await device.getByRole('main').getByText('Delete', { exact: true }).click();
      await device
        .getByRole('main')
        .getByRole('button', { name: /^Delete \d+ chats\?$/ })
        .click();
      for (const screen of [tab, device]) {
        await screen.getByText('Your chats will be listed here.').waitFor();
        await expect.poll(() => rows(screen).count()).toBe(0);
      }
      await page.getByText('It was deleted, or it belongs to another account.').waitFor();
      await expect.poll(() => rows(page).count()).toBe(0);
    },
    expected: [/404/],
  },
]);
