import type { Page, Request } from 'playwright';
import { describe, expect } from 'vitest';
import { IS_FULL } from '#tests/setup/suite.ts';
import { messageBox, sendByButton, turn } from './flows/conversation-steps.ts';
import { newGate } from './support/gate.ts';
import { signedIn } from './support/signed-in.ts';
import { test } from './support/test.ts';

const WAIT_MS = 90_000;
const PAID = ['send', 'regenerate', 'continue', 'edit'];

/** A message whose reply never ends by itself: it has some text and waits at a gate that stays closed. */
const endless = () => `Tell me about rivers [[sandbox: length=60 pace=0 ${newGate().at} hold=30]]`;

const floating = (page: Page) => page.locator('[data-floating]');
const stops = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true });
const composerButton = (page: Page) =>
  page.locator('#composer').getByRole('button', { name: /^(Stop|Send a message)$/ });

/** Sends it, and waits until it grows. */
async function sendEndless(page: Page): Promise<void> {
  await sendByButton(page, endless());
  await expect.poll(() => turn(page, 1).innerText(), { timeout: WAIT_MS }).toMatch(/\w+ \w+ \w+ \w+/);
}

/** The requests from now on that cost money. */
function paidRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request: Request) => {
    const intent = new URLSearchParams(request.postData() ?? '').get('intent');
    if (request.method() === 'POST' && intent !== null && PAID.includes(intent)) asked.push(intent);
  });
  return asked;
}

/**
 * Clicks or presses Enter again at the same point, 350 ms after the reply has ended: timed in the page
 * itself, independent of the machine's load.
 * @returns the element that was hit
 */
function pressAgain(page: Page, point: { x: number; y: number } | 'Enter'): Promise<string> {
  return page.evaluate(
    (where) =>
      new Promise<string>((resolve) => {
        const press = () => {
          const target =
            where === 'Enter' ? document.activeElement : document.elementFromPoint(where.x, where.y);
          const hit = target?.closest<HTMLElement>('button, a, textarea') ?? null;
          if (where === 'Enter') {
            const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
            if ((hit?.dispatchEvent(key) ?? false) && hit?.tagName !== 'TEXTAREA') hit?.click();
          } else hit?.click();
          resolve(hit?.getAttribute('aria-label') ?? hit?.textContent ?? 'nothing');
        };
        const observer = new MutationObserver(() => {
          if (!document.querySelector('#content')?.textContent.includes('Stopped')) return;
          observer.disconnect();
          setTimeout(press, 350);
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    point,
  );
}

const centreOf = async (page: Page, button = stops(page).first()) => {
  const { x, y, width, height } = (await button.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
};

const PLACES = [
  ['over the text box', 'wide', (page: Page) => floating(page).getByRole('button', { name: 'Stop' })],
  ['on a phone', 'phone', composerButton],
] as const;

describe.each(IS_FULL ? PLACES : PLACES.slice(0, 1))(
  'a second click on Stop %s',
  (_where, screen, button) => {
    for (const how of IS_FULL ? (['hand', 'Enter'] as const) : (['hand'] as const))
      test(`costs nothing, by ${how}`, async ({ open }) => {
        const page = await signedIn(open, { screen });
        await sendEndless(page);
        await messageBox(page).fill('the next message');
        const asked = paidRequests(page);
        const again = pressAgain(page, how === 'Enter' ? how : await centreOf(page, button(page)));
        if (how === 'hand') await button(page).click();
        else {
          // It is disabled when it has just become Stop.
          await expect.poll(() => button(page).getAttribute('aria-disabled')).toBeNull();
          await button(page).press('Enter');
        }
        await again;
        await page.getByRole('article').getByText('Stopped', { exact: true }).waitFor();
        expect(asked).toEqual([]);
        await expect.poll(() => messageBox(page).inputValue()).toBe('the next message');
        // A moment later the same button sends.
        await composerButton(page).click();
        await expect.poll(() => asked).toEqual(['send']);
      });
  },
);

describe('the floating buttons', () => {
  test('keep their positions while replies begin and end', async ({ open }) => {
    const page = await signedIn(open);
    await sendByButton(page, 'Hello [[sandbox: text="Good morning" pace=0]]');
    const again = floating(page).getByRole('button', { name: 'Regenerate' });
    const newChat = floating(page).getByRole('link', { name: 'New chat' });
    await again.waitFor({ timeout: WAIT_MS });
    const places = [await again.boundingBox(), await newChat.boundingBox()];
    await messageBox(page).fill(endless());
    await composerButton(page).click();
    const stop = floating(page).getByRole('button', { name: 'Stop' });
    await stop.waitFor();
    await expect.poll(() => newChat.boundingBox()).toEqual(places[1]);
    const point = await centreOf(page, stop);
    await expect.poll(() => turn(page, 3).innerText(), { timeout: WAIT_MS }).toMatch(/\w+ \w+ \w+/);
    await stop.click();
    await again.waitFor({ timeout: WAIT_MS });
    await stop.waitFor({ state: 'detached' });
    expect([await again.boundingBox(), await newChat.boundingBox()]).toEqual(places);
    const hit = await page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.closest('button, a')?.textContent ?? null,
      point,
    );
    expect(hit).toBeNull();
  });

  test('exist while the first message of a new chat is being sent, and stop it', async ({ open }) => {
    const page = await signedIn(open);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/chat/new.data*', async (route) => {
      await held;
      await route.continue();
    });
    await messageBox(page).fill(endless());
    await composerButton(page).click();
    await floating(page).getByRole('link', { name: 'New chat' }).waitFor();
    await floating(page).getByRole('button', { name: 'Stop' }).click();
    release();
    await page.waitForURL(/\/chat\/(?!new)/, { waitUntil: 'commit' });
    await page.getByRole('article').getByText('Stopped', { exact: true }).waitFor({ timeout: WAIT_MS });
  });
});
