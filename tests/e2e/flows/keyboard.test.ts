import type { Page } from 'playwright';
import { expect } from 'vitest';
import { newGate } from '../support/gate.ts';
import { hydrated } from '../support/hydration.ts';
import { test } from '../support/test.ts';
import { askFor, awaitEnd, turn } from './conversation-steps.ts';
import { createKeyboardUser, type KeyboardUser } from './keyboard.ts';

const BOX = 'textbox "Message"';
const WAIT_MS = 90_000;

async function register(page: Page, keys: KeyboardUser): Promise<void> {
  const email = `keyboard-${process.pid}-${Date.now().toString(36)}@parlance.test`;
  await page.goto('/register');
  await hydrated(page);
  await keys.tabTo('textbox "Full name"');
  await keys.type('Ada Reader');
  await keys.tabTo('textbox "Email address"');
  await keys.type(email);
  await keys.tabTo('textbox "Password"');
  await keys.type('a long enough password');
  await keys.tabTo('textbox "Confirm password"');
  await keys.type('a long enough password');
  await keys.press('Enter');
  await page.waitForURL('**/chat/new', { waitUntil: 'commit' });
}

async function chooseModel(page: Page, keys: KeyboardUser): Promise<void> {
  await keys.tabTo('button "Choose a model');
  await keys.press('Enter');
  await keys.expectFocus('searchbox "Search models"');
  await keys.type('shelf');
  await keys.press('ArrowDown', 'ArrowDown');
  await keys.expectFocus('button "Shelf 10,');
  await keys.press('Escape');
  await keys.expectFocus('button "Choose a model');
  await expect.poll(() => page.locator(':popover-open').count()).toBe(0);
  await keys.press('Enter');
  await keys.expectFocus('searchbox "Search models"');
  await expect
    .poll(() => page.locator('[name=chosenModel]').count(), { message: 'the search is forgotten' })
    .toBeGreaterThan(10);
  await keys.type('shelf 7');
  await expect.poll(() => page.locator('[name=chosenModel]').count()).toBe(1);
  await keys.press('Enter');
  await page.getByRole('button', { name: 'Choose a model Shelf 7' }).waitFor();
  await keys.expectFocus('button "Choose a model Shelf 7"');
}

async function sendAndStop(page: Page, keys: KeyboardUser): Promise<void> {
  await keys.tabBackTo(BOX);
  await keys.type('Tell me about rivers');
  await keys.press('Shift+Enter');
  const directive = `[[sandbox: length=60 pace=0 ${newGate().at} hold=30]]`;
  await keys.type(directive);
  expect(await page.locator(':focus').inputValue()).toBe(`Tell me about rivers\n${directive}`);
  await keys.press('Enter');
  await page.waitForURL(/\/chat\/(?!new)/, { waitUntil: 'commit' });
  await expect.poll(() => turn(page, -1).innerText(), { timeout: WAIT_MS }).toMatch(/\w+ \w+ \w+ \w+/);
  await keys.expectFocus(BOX);
  await keys.tabBackTo('button "Stop"');
  await keys.press('Enter');
  await page.getByRole('article').getByText('Stopped', { exact: true }).waitFor();
  await keys.expectFocus(BOX);
}

async function editTheQuestion(page: Page, keys: KeyboardUser): Promise<void> {
  await keys.tabBackTo('link "Edit message"');
  await keys.press('Enter');
  await keys.expectFocus('textbox "Message text"');
  await keys.press('Escape');
  await keys.expectFocus('link "Edit message"');
  // That was the reply's button; the one before it belongs to the user's message.
  await keys.tabBackTo('link "Edit message"');
  await keys.press('Enter');
  await keys.expectFocus('textbox "Message text"');
  await keys.press('ControlOrMeta+a');
  await keys.type(askFor('Alpha'));
  await keys.tabTo('button "Save & submit"');
  await keys.press('Enter');
  await page.getByText('Version 2 of 2').waitFor();
  await awaitEnd({ page, scripts: 'on' });
  await keys.expectFocus(BOX);
}

async function regenerateAndSwitch(page: Page, keys: KeyboardUser): Promise<void> {
  await keys.tabBackTo('button "Regenerate"');
  await keys.press('Enter');
  await turn(page, 1).getByText('Version 2 of 2').waitFor();
  await awaitEnd({ page, scripts: 'on' });
  // If a reply is complete before the page is notified, the button remains.
  await expect.poll(() => keys.focus()).toMatch(/^(textbox "Message"|button "Regenerate")/);
  await keys.tabBackTo('button "Previous version"');
  await keys.press('Enter');
  await turn(page, 1).getByText('Version 1 of 2').waitFor();
  await keys.expectFocus('button "Next version"');
  await keys.press('Enter');
  await turn(page, 1).getByText('Version 2 of 2').waitFor();
  await keys.expectFocus('button "Previous version"');
}

async function renameAndDelete(page: Page, keys: KeyboardUser): Promise<void> {
  await keys.tabBackTo('button "Show sidebar"');
  await keys.press('Enter');
  await keys.expectFocus('button "Hide sidebar"');
  await keys.tabTo('button "Actions for');
  await keys.press('Enter');
  await keys.expectFocus('text: Rename');
  await keys.press('Enter');
  await keys.expectFocus('textbox "Title"');
  await keys.press('ControlOrMeta+a');
  await keys.type('Rivers of the north');
  await keys.press('Enter');
  await page.getByRole('link', { name: 'Rivers of the north' }).waitFor();
  await keys.expectFocus('button "Actions for Rivers of the north"');
  await keys.press('Enter');
  await keys.expectFocus('text: Rename');
  await keys.press('End', 'Enter');
  await keys.expectFocus('button "Delete?"');
  await keys.press('Escape');
  await keys.expectFocus('text: Delete');
  await keys.press('Enter');
  await keys.expectFocus('button "Delete?"');
  await keys.press('Enter');
  await page.waitForURL('**/chat/new', { waitUntil: 'commit' });
  await page.getByText('Your chats will be listed here.').waitFor();
  await keys.expectFocus(BOX);
}

async function visitSettings(page: Page, keys: KeyboardUser): Promise<void> {
  await keys.tabBackTo('button "Your account');
  await keys.press('Enter');
  await keys.expectFocus('link "API Keys"');
  await keys.press('ArrowDown', 'ArrowDown', 'ArrowDown');
  await keys.expectFocus('link "Settings"');
  await keys.press('Enter');
  await page.getByRole('heading', { name: 'General' }).waitFor();
  await keys.tabTo('link "Sign-in"');
  await keys.press('Enter');
  await page.getByRole('heading', { name: 'Sign-in' }).waitFor();
  await keys.tabBackTo('button "Hide sidebar"');
  await keys.press('Enter');
  await keys.expectFocus('button "Show sidebar"');
}

test('all flows with the keyboard alone', { timeout: 240_000 }, async ({ open }) => {
  const page = await open();
  const keys = createKeyboardUser(page);
  await register(page, keys);
  await keys.expectFocus(BOX);
  await keys.type('x');
  const order = await keys.tabTo('link "Got any creative ideas');
  expect(order).toEqual([
    'button "Add to message"',
    expect.stringMatching(/^button "Choose a model/),
    'button "Options"',
    'button "Send a message"',
    expect.stringMatching(/^link "Explain quantum computing/),
    expect.stringMatching(/^link "Got any creative ideas/),
  ]);
  await keys.tabBackTo(BOX);
  await keys.press('Backspace');
  await chooseModel(page, keys);
  await sendAndStop(page, keys);
  await editTheQuestion(page, keys);
  await regenerateAndSwitch(page, keys);
  await renameAndDelete(page, keys);
  await visitSettings(page, keys);
  await keys.tabTo('button "Your account');
  await keys.press('Enter');
  await keys.expectFocus('link "API Keys"');
  await keys.press('ArrowUp');
  await keys.expectFocus('button "Log out"');
  await keys.press('Enter');
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
});
