import type { Page, Route } from 'playwright';
import { describe, expect } from 'vitest';
import { sendByEnter } from './flows/conversation-steps.ts';
import { hydrated } from './support/hydration.ts';
import { register } from './support/register.ts';
import { showSideBar } from './support/side-bar.ts';
import { signedIn } from './support/signed-in.ts';
import { test } from './support/test.ts';

const WAIT_MS = 90_000;

const box = (page: Page) => page.locator('textarea[name=text]');
const again = (page: Page) => page.getByRole('button', { name: 'Regenerate' }).first();

test('text typed while the first message is being sent is no draft of the next conversation', async ({
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

/** No click reaches the server; the page's own requests succeed meanwhile. */
const cutPresses = (page: Page) =>
  page.route('**/chat/**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );

describe('a toast', () => {
  test('is above the side bar on a phone', async ({ open }) => {
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
    await sideBar.getByRole('button', { name: 'Delete?' }).click();
    await page.locator('[data-severity=error]').getByRole('button', { name: 'Close' }).click();
    await page.locator('[data-severity=error]').waitFor({ state: 'detached' });
  });
});

describe.each(['on', 'off'] as const)('with scripts %s', (scripts) => {
  test('another model answers again, selected at the reply', async ({ open }) => {
    const page = await open({ scripts });
    await register(page);
    if (scripts === 'on') await hydrated(page);
    await box(page).fill('Hello [[sandbox: text="Good morning" pace=0]]');
    await page.getByRole('button', { name: 'Send a message' }).click();
    await page.waitForURL(/\/chat\/(?!new)/, { waitUntil: 'commit' });
    const withAnother = page.getByRole('link', { name: 'Regenerate with another model' });
    // Whether the page still has a frame for the reply depends on the reply's speed.
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
    // The one of the form: while the page is still loading, the last one may belong to the reply, which keeps
    // its model.
    await page.locator('form').filter({ has: choice }).getByRole('button', { name: 'Regenerate' }).click();
    await page.getByText('Version 2 of 2').waitFor({ timeout: WAIT_MS });
    await expect.poll(modelOf).toBe(model);
    await choice.waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });
});

test('sign-in and registration have no header, password pages have one', async ({ open }) => {
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
