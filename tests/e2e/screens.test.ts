import type { Page, Route } from 'playwright';
import { describe, expect } from 'vitest';
import { sendByEnter } from './flows/conversation-steps.ts';
import { newGate } from './support/gate.ts';
import { hydrated } from './support/hydration.ts';
import { showSideBar } from './support/side-bar.ts';
import { signedIn } from './support/signed-in.ts';
import { test } from './support/test.ts';

const WAIT_MS = 90_000;

/** A message whose reply has some text and waits at a gate. */
const slow = (gate: ReturnType<typeof newGate>) =>
  `Plan a trip [[sandbox: length=160 pace=0 ${gate.at} hold=60]]`;

const box = (page: Page) => page.locator('textarea[name=text]');
const reply = (page: Page) => page.getByRole('article').last().locator('.markdown').first();
const again = (page: Page) => page.getByRole('button', { name: 'Regenerate' }).first();

/** The text of the last message, from the database. */
async function storedText(page: Page): Promise<string> {
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const messages = (await (await page.request.get(`/api/messages/${id}`)).json()) as { text: string }[];
  return messages.at(-1)?.text ?? '';
}

describe('a page that is loaded during a reply', () => {
  test('shows the text so far before its stream is open, and ends with the text of the database', async ({
    open,
  }) => {
    const gate = newGate();
    const page = await signedIn(open, { expected: [/ERR_FAILED/] });
    await sendByEnter(page, slow(gate));
    await expect.poll(() => reply(page).innerText(), { timeout: WAIT_MS }).toMatch(/\w{3}.{80}/s);
    const seen = (await reply(page).innerText()).slice(0, 80);
    await page.route('**/api/events*', (route) => route.abort());
    await page.reload();
    await hydrated(page);
    await expect.poll(() => reply(page).innerText()).toContain(seen);
    await page.unroute('**/api/events*');
    await gate.open();
    await again(page).waitFor({ timeout: WAIT_MS });
    const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
    expect(squeeze(await reply(page).innerText())).toBe(squeeze(await storedText(page)));
  });
});

describe('a page of a build that is gone', () => {
  test('reloads once, keeps the typed text, and shows the reply as plain text', async ({ open }) => {
    const gate = newGate();
    const page = await signedIn(open, { expected: [/ERR_FAILED/] });
    await page.route('**/assets/GrowingMarkdown*.js', (route) => route.abort());
    const documents: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame())
        documents.push(request.url());
    });
    await sendByEnter(page, slow(gate));
    await box(page).fill('half a thought');
    await expect.poll(() => documents.length).toBe(1);
    await hydrated(page);
    await expect.poll(() => box(page).inputValue()).toBe('half a thought');
    await expect.poll(() => reply(page).innerText(), { timeout: WAIT_MS }).toMatch(/\w{3}/);
    await gate.open();
    await again(page).waitFor({ timeout: WAIT_MS });
    await expect.poll(() => box(page).inputValue()).toBe('half a thought');
    expect(documents).toHaveLength(1);
  });
});

test('text typed while the first message is being sent stays in the text box', async ({ open }) => {
  const page = await signedIn(open);
  const whileSent = async (route: Route) => {
    await box(page).fill('half a thought');
    // Long enough to be stored as the draft of the new conversation, which this page still shows.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('draft:new'))).toBe('half a thought');
    await route.continue();
  };
  await page.route('**/chat/new.data*', whileSent, { times: 1 });
  await sendByEnter(page, 'Hello [[sandbox: text="Good morning" pace=0]]');
  await again(page).waitFor({ timeout: WAIT_MS });
  await expect.poll(() => box(page).inputValue()).toBe('half a thought');
  const conversation = page.url();
  await page.getByRole('link', { name: 'New chat' }).last().click();
  await page.waitForURL('**/chat/new');
  await expect.poll(() => box(page).inputValue()).toBe('');
  await page.goto(conversation);
  await hydrated(page);
  await expect.poll(() => box(page).inputValue()).toBe('half a thought');
});

describe('a toast', () => {
  test('is above an open dialog and can be closed there', async ({ open }) => {
    const page = await signedIn(open, { expected: [/ERR_FAILED/] });
    await sendByEnter(page, 'Hello [[sandbox: text="Good morning" pace=0]]');
    await page.waitForURL(/\/chat\/(?!new)/);
    await page.goto('/playground/new');
    await hydrated(page);
    await showSideBar(page);
    let cut = (): void => {};
    const isCut = new Promise<void>((resolve) => (cut = resolve));
    await page.route('**/chat/**', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await isCut;
      await route.abort();
    });
    const sideBar = page.locator('#side-bar');
    await sideBar.getByRole('button', { name: /^Actions for/ }).click();
    await sideBar.getByText('Delete', { exact: true }).click();
    await sideBar.getByRole('button', { name: 'Delete?' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Add models' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    cut();
    const toast = dialog.locator('[aria-live] [data-severity=error]');
    await toast.getByRole('button', { name: 'Close' }).click();
    await toast.waitFor({ state: 'detached' });
  });
});
