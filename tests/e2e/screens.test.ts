import type { Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { sendByEnter } from './flows/conversation-steps.ts';
import { hydrated } from './support/hydration.ts';
import { register } from './support/register.ts';
import { openSettings, showSideBar } from './support/side-bar.ts';
import { signedIn } from './support/signed-in.ts';
import { test } from './support/test.ts';

const SLOW = 'Plan a trip [[sandbox: length=160 pace=60]]';
const WAIT_MS = 90_000;

const box = (page: Page) => page.locator('textarea[name=text]');
const reply = (page: Page) => page.getByRole('article').last().locator('.markdown').first();
const again = (page: Page) => page.getByRole('button', { name: 'Regenerate' }).first();

/** The text of the last message, as the database has it. */
async function storedText(page: Page): Promise<string> {
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const messages = (await (await page.request.get(`/api/messages/${id}`)).json()) as { text: string }[];
  return messages.at(-1)?.text ?? '';
}

describe('a page that is loaded in the middle of a reply', () => {
  test('shows the text so far before its stream is open, and ends with the text of the database', async ({
    open,
  }) => {
    const page = await signedIn(open, { expected: [/ERR_FAILED/] });
    await sendByEnter(page, SLOW);
    await expect.poll(() => reply(page).innerText(), { timeout: WAIT_MS }).toMatch(/\w{3}.{80}/s);
    const seen = (await reply(page).innerText()).slice(0, 80);
    await page.route('**/api/events*', (route) => route.abort());
    await page.reload();
    await hydrated(page);
    await expect.poll(() => reply(page).innerText()).toContain(seen);
    await page.unroute('**/api/events*');
    await again(page).waitFor({ timeout: WAIT_MS });
    const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
    expect(squeeze(await reply(page).innerText())).toBe(squeeze(await storedText(page)));
  });
});

describe('a page that outlives its build', () => {
  test('is loaded anew once, keeps what was typed, and shows the reply as plain text', async ({ open }) => {
    const page = await signedIn(open, { expected: [/ERR_FAILED/] });
    await page.route('**/assets/GrowingMarkdown*.js', (route) => route.abort());
    const documents: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame())
        documents.push(request.url());
    });
    await sendByEnter(page, SLOW);
    await box(page).fill('half a thought');
    await expect.poll(() => documents.length).toBe(1);
    await hydrated(page);
    await expect.poll(() => box(page).inputValue()).toBe('half a thought');
    // On a slow machine it may have ended before the page was there again.
    await expect.poll(() => reply(page).innerText(), { timeout: WAIT_MS }).toMatch(/\w{3}/);
    await again(page).waitFor({ timeout: WAIT_MS });
    await expect.poll(() => box(page).inputValue()).toBe('half a thought');
    expect(documents).toHaveLength(1);
  });
});

test('what is typed while the first message is on its way stays in the box', async ({ open }) => {
  const page = await signedIn(open);
  const whileSent = async (route: Route) => {
    await box(page).fill('half a thought');
    // Long enough for it to be kept as the draft of the new conversation, whose page this still is.
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

test('nor does it come up in the next conversation when it was kept as a draft meanwhile', async ({
  open,
}) => {
  const page = await signedIn(open);
  const answerLate = async (route: Route) => {
    await box(page).fill('half a thought');
    const answer = await route.fetch();
    // The message is stored, and the page does not know it yet.
    await page.waitForResponse((response) => response.url().endsWith('/api/drafts/new'));
    await route.fulfill({ response: answer });
  };
  await page.route('**/chat/new.data*', answerLate, { times: 1 });
  await sendByEnter(page, 'Hello [[sandbox: text="Good morning" pace=0]]');
  await again(page).waitFor({ timeout: WAIT_MS });
  await expect.poll(() => box(page).inputValue()).toBe('half a thought');
  const draftOfNew = () => page.evaluate(async () => (await fetch('/chat/new')).text());
  await expect.poll(draftOfNew).not.toContain('half a thought');
});

/** No press reaches the server; what the page reads by itself meanwhile arrives. */
const cutPresses = (page: Page) =>
  page.route('**/chat/**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );

describe('a toast', () => {
  test('stands over an open dialog and can be closed there', async ({ open }) => {
    const page = await signedIn(open, { expected: [/ERR_FAILED/] });
    await openSettings(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Delete', { exact: true }).click();
    await cutPresses(page);
    await dialog.getByRole('button', { name: 'Delete all chats?' }).click();
    const toast = dialog.locator('[aria-live] [data-severity=error]');
    await toast.getByRole('button', { name: 'Close' }).click();
    await toast.waitFor({ state: 'detached' });
  });

  test('stands over the side bar of a phone', async ({ open }) => {
    const page = await open({ screen: 'phone', expected: [/ERR_FAILED/] });
    await register(page);
    await hydrated(page);
    await sendByEnter(page, 'Hello [[sandbox: text="Good morning" pace=0]]');
    await again(page).waitFor({ timeout: WAIT_MS });
    await showSideBar(page);
    const sideBar = page.locator('#side-bar');
    await sideBar.getByRole('button', { name: /^Actions for/ }).click();
    await sideBar.getByText('Delete', { exact: true }).click();
    await cutPresses(page);
    await sideBar.getByRole('button', { name: 'Really delete?' }).click();
    await page.locator('[data-severity=error]').getByRole('button', { name: 'Close' }).click();
    await page.locator('[data-severity=error]').waitFor({ state: 'detached' });
  });
});

describe.each(['on', 'off'] as const)('with scripts %s', (scripts) => {
  test('another model answers again, chosen at the reply', async ({ open }) => {
    const page = await open({ scripts });
    await register(page);
    if (scripts === 'on') await hydrated(page);
    await box(page).fill('Hello [[sandbox: text="Good morning" pace=0]]');
    await page.getByRole('button', { name: 'Send a message' }).click();
    await page.waitForURL(/\/chat\/(?!new)/, { waitUntil: 'commit' });
    const withAnother = page.getByRole('link', { name: 'Regenerate with another model' });
    // Whether the page still had a frame for the reply depends on how fast the reply was.
    const isThere = async () => {
      if (scripts === 'off') await page.reload();
      return withAnother.count();
    };
    await expect.poll(isThere, { timeout: WAIT_MS }).toBe(1);
    await withAnother.click();
    const choice = page.getByLabel('Regenerate with', { exact: true });
    const model = await choice.inputValue();
    const modelOf = () => page.getByRole('article').last().locator('h2').getAttribute('title');
    await expect.poll(modelOf).not.toBe(model);
    // That of the form: while the page still arrives, the last one may be that of the reply, which keeps its model.
    await page.locator('form').filter({ has: choice }).getByRole('button', { name: 'Regenerate' }).click();
    await page.getByText('Version 2 of 2').waitFor({ timeout: WAIT_MS });
    await expect.poll(modelOf).toBe(model);
    await choice.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });
});

test('sign-in and registration stand alone, password screens have a header', async ({ open }) => {
  const page = await open({ scripts: 'off' });
  const frame = async (path: string) => {
    await page.goto(path);
    return [await page.getByRole('banner').count(), await page.getByRole('contentinfo').count()];
  };
  await expect.poll(() => frame('/login')).toEqual([0, 0]);
  await expect.poll(() => frame('/register')).toEqual([0, 0]);
  await expect.poll(() => frame('/forgot-password')).toEqual([1, 0]);
  await expect.poll(() => frame('/reset-password?token=x&userId=y')).toEqual([1, 0]);
  await expect.poll(() => frame('/')).toEqual([1, 1]);
});
