import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { hydrated } from '../support/hydration.ts';
import { pageComplete } from '../support/page-complete.ts';
import type { Visitor } from './visitor.ts';

const WAIT_MS = 90_000;

/** The text box of the next message. */
export const messageBox = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Message', exact: true });

/** The turn of a conversation at an index; negative ones count from the end. */
export const turn = (page: Page, place: number): Locator => page.getByRole('article').nth(place);

/** The last turn that is not the user's own; it is only the last one once its reply has begun. */
const lastReply = (page: Page): Locator =>
  page
    .getByRole('article')
    .filter({ hasNot: page.getByRole('heading', { name: 'You', exact: true }) })
    .last();

const frameOf = (page: Page): Locator => page.getByTitle('Reply in progress');

/** The button that stops a reply: without scripts in the reply's own frame, else the only visible one. */
export const stopButton = ({ page, scripts }: Pick<Visitor, 'page' | 'scripts'>): Locator =>
  (scripts === 'off' ? frameOf(page).contentFrame() : page).getByRole('button', {
    name: 'Stop',
    exact: true,
  });

/** Types a message and sends it; the page ends on the conversation. */
export async function say({ page, type }: Visitor, text: string): Promise<void> {
  await type([[messageBox(page), text]]);
  await page.getByRole('button', { name: 'Send a message' }).click();
  await page.waitForURL(/\/chat\/(?!new)/, { waitUntil: 'commit' });
}

/** Sends with a click on the button, and waits for nothing: without scripts the page ends with its reply. */
export async function sendByButton(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text);
  await page.getByRole('button', { name: 'Send a message' }).click({ noWaitAfter: true });
}

/** Sends with the keyboard, whatever the language of the page, and waits for the conversation. */
export async function sendByEnter(page: Page, text: string): Promise<void> {
  await page.locator('textarea[name=text]').fill(text);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/chat\/(?!new)/, { waitUntil: 'commit' });
}

/** The visible text of the last reply now, in the page or in its frame; '' while there is none. */
export async function shownReply(page: Page): Promise<string> {
  const soon = { timeout: 3_000 };
  try {
    const heading = await lastReply(page).getByRole('heading').first().innerText(soon);
    const text = await lastReply(page).innerText(soon);
    const inPage = text.replace(heading, '').replace('Waiting for a reply', '').trim();
    if ((await frameOf(page).count()) === 0) return inPage;
    const grown = await frameOf(page).contentFrame().locator('main').innerText(soon);
    return `${inPage}\n\n${grown.replace('Waiting for the first words…', '')}`.trim();
  } catch {
    // The frame has just been removed, or does not exist yet.
    return '';
  }
}

/** Waits until the last reply has begun, and returns its text so far. */
export async function awaitBeginning(page: Page, words: RegExp): Promise<string> {
  let seen = '';
  await expect.poll(async () => (seen = await shownReply(page)), { timeout: WAIT_MS }).toMatch(words);
  return seen;
}

/**
 * Waits until the last reply is complete in the page. Without scripts its reader follows the link at the end
 * of the frame.
 */
export async function awaitEnd({ page, scripts }: Pick<Visitor, 'page' | 'scripts'>): Promise<void> {
  if (scripts === 'late') await hydrated(page);
  const again = page.getByRole('button', { name: 'Regenerate' }).first();
  if (scripts === 'off') {
    await frameOf(page).or(again).first().waitFor();
    if ((await frameOf(page).count()) > 0) {
      const wayOut = frameOf(page).contentFrame().getByRole('link', { name: 'Show finished reply' });
      await wayOut.click({ timeout: WAIT_MS });
    }
  }
  await again.waitFor({ timeout: WAIT_MS });
  await pageComplete(page);
}

/** A message that the sandbox answers at once with exactly this text. */
export const askFor = (text: string): string => `Please answer. [[sandbox: text="${text}" pace=0]]`;
