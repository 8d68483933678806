import type { Page } from 'playwright';
import { sendByButton } from '../flows/conversation-steps.ts';

/** Sends the first message of a conversation, and waits for the conversation's own address. */
export async function sendFirst(page: Page, text: string): Promise<void> {
  await sendByButton(page, text);
  await page.waitForURL(/\/chat\/(?!new)/, { waitUntil: 'commit' });
}

/** The distance of the last element's upper edge below that of the visible list, in pixels. */
export const heightOf = (page: Page, selector: string): Promise<number> =>
  page.evaluate((which) => {
    const view = document.querySelector('article')!.closest('[tabindex="-1"]:not(article)')!;
    const all = document.querySelectorAll(which);
    return all[all.length - 1]!.getBoundingClientRect().top - view.getBoundingClientRect().top;
  }, selector);
