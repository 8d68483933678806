import { describe, expect, inject } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { hydrated } from './hydration.ts';
import { contextOptions } from './page-options.ts';
import { test } from './test.ts';
import { watchContext } from './watch-context.ts';
import type { Browser, Page } from 'playwright-core';

/** Opens a page of the application, lets it misbehave, and gives what was written down. */
async function problemsOf(browser: Browser, misbehave: (page: Page) => Promise<unknown>) {
  const origin = inject('applicationUrl');
  const context = await browser.newContext(contextOptions({}, origin));
  const problems = watchContext(context, {}, origin);
  const page = await context.newPage();
  await page.goto('/terms');
  await misbehave(page);
  await expect.poll(() => problems.length).toBeGreaterThan(0);
  await context.close();
  return problems.join('\n');
}

describe('the browser tests notice', () => {
  test('an error in the console', async ({ browser }) => {
    const found = await problemsOf(browser, (page) => page.evaluate(() => console.error('planted')));
    expect(found).toContain('console: planted');
  });

  test('an uncaught error', async ({ browser }) => {
    const found = await problemsOf(browser, (page) =>
      page.evaluate(() => void setTimeout(() => void Promise.reject(new Error('planted')))),
    );
    expect(found).toContain('uncaught: planted');
  });

  test('a script that the content policy refuses', async ({ browser }) => {
    const found = await problemsOf(browser, (page) =>
      page.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'window.planted = true';
        document.body.append(script);
      }),
    );
    expect(found).toMatch(/Content Security Policy/i);
  });

  test('a page of another host', async ({ browser }) => {
    const found = await problemsOf(browser, (page) => page.goto('http://127.0.0.1:9/').catch(() => null));
    expect(found).toContain('foreign: http://127.0.0.1:9/');
  });

  test('scripts that arrive although they are off', async ({ browser }) => {
    const origin = inject('applicationUrl');
    const context = await browser.newContext(contextOptions({ scripts: 'on' }, origin));
    const problems = watchContext(context, { scripts: 'off' }, origin);
    await (await context.newPage()).goto('/terms');
    await context.close();
    const found = problems.join('\n');
    expect(found).toContain('script although scripts are off');
  });

  test('what axe objects to', async ({ open }) => {
    const page = await open();
    await page.goto('/terms');
    await hydrated(page);
    await page.evaluate(() => {
      const input = document.createElement('input');
      document.querySelector('main')?.append(input);
    });
    await expect(expectAccessible(page)).rejects.toThrow(/label/);
  });
});
