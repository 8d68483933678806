import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { LANGUAGES } from '#app/ui/i18n/languages.ts';
import { hydrated } from './support/hydration.ts';
import { lightness } from './support/lightness.ts';
import { SCRIPTS } from './support/page-options.ts';
import { register, signUp } from './support/register.ts';
import { test } from './support/test.ts';

/** Act on a page as soon as it is visible, before its scripts have arrived. */
const AT_ONCE = { waitUntil: 'commit' } as const;
const NOT_FOUND = { expected: [/404/] };

describe.each(SCRIPTS)('the shell with scripts %s', (scripts) => {
  test('opens the menu of languages, changes the language and stays on the page', async ({ open }) => {
    const page = await open({ scripts });
    await page.goto('/login', AT_ONCE);
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('button', { name: 'العربية' }).click();
    await page.locator('html[lang=ar-EG][dir=rtl]').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    await signUp(page);
    await page.goto('/settings', AT_ONCE);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('عام');
  });
});

describe('a page in use', () => {
  test('keeps typed text when scripts arrive late', async ({ open }) => {
    const page = await open({ scripts: 'late' });
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByRole('textbox', { name: /mail/i }).fill('early@parlance.test');
    await hydrated(page);
    expect(await page.locator('input[type=email]').inputValue()).toBe('early@parlance.test');
  });
});

describe('the first bytes', () => {
  test('have the stored language, direction and theme, whatever browser and system prefer', async ({
    open,
  }) => {
    const page = await open({ scripts: 'off', theme: 'light', language: 'ja-JP' });
    await register(page);
    const [name, value] = ['color-theme', 'dark'];
    const url = new URL('/settings', await origin(page)).href;
    await page.context().addCookies([
      { name, value, url },
      { name: 'lang', value: 'ar-EG', url },
    ]);
    const html = await (await page.goto('/settings'))?.text();
    expect(html).toMatch(/<html lang="ar-EG" dir="rtl" data-theme="dark"/);
    expect(await lightness(page)).toBeLessThan(0.3);
  });

  test('contain the texts of one language, once', async ({ open }) => {
    const page = await open({ scripts: 'off', language: 'ja-JP' });
    await signUp(page);
    const html = (await (await page.goto('/settings'))?.text()) ?? '';
    expect(html.split('作成中の返信を追って').length - 1).toBe(2); // once as words on the page, once as data
    expect(html).not.toContain('Follow replies as they are written');
  });
});

async function origin(page: Page): Promise<string> {
  await page.goto('/terms');
  return new URL(page.url()).origin;
}

describe('an unknown address', () => {
  test.for(SCRIPTS)(
    'answers 404 with a text, a link and the id of the request, scripts %s',
    async (scripts, { open }) => {
      const page = await open({ scripts, ...NOT_FOUND });
      const answer = await page.goto('/no/such/page', AT_ONCE);
      expect(answer?.status()).toBe(404);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      expect(await page.locator('main code').textContent()).toBe(answer?.headers()['x-request-id']);
      expect(await page.getByRole('link', { name: 'Go home' }).getAttribute('href')).toBe('/');
    },
  );

  test('answers a form with an error page with texts although no loader ran', async ({ open }) => {
    const page = await open({ language: 'ja-JP', expected: [/405|404/] });
    const answer = await page.goto('/privacy');
    expect(answer?.status()).toBe(200);
    await page.evaluate(() => {
      const form = document.createElement('form');
      form.method = 'post';
      form.action = '/terms';
      document.body.append(form);
      form.submit();
    });
    await page.getByRole('heading', { name: '問題が発生しました' }).waitFor();
    expect(await page.content()).not.toMatch(/at .*\.js:\d+/);
  });
});

test('every language is listed by its own name', async ({ open }) => {
  const page = await open({ scripts: 'off' });
  await signUp(page);
  await page.goto('/settings');
  const options = await page.getByLabel('Language').locator('option').allTextContents();
  expect(options.slice(1)).toEqual(LANGUAGES.map(({ name }) => name));
});
