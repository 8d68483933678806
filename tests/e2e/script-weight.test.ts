import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { hydrated, shortcutsReady } from './support/hydration.ts';
import { register } from './support/register.ts';
import { test } from './support/test.ts';

/** Maximum bytes of scripts as served, by page; tests/built/script-weight.test.ts says where they come from. */
const SIGN_IN = 115_000;
const NEW_CHAT = 128_000;
const OTHER = 140_000;

const PAGES: readonly [path: string, maxBytes: number][] = [
  ['/chat/new', NEW_CHAT],
  ['/playground', OTHER],
  ['/models', OTHER],
  ['/usage', OTHER],
];

/** The bytes of all scripts that the page has fetched, by name, compressed as they were served. */
function fetchedScripts(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() =>
    Object.fromEntries(
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize] as const)
        .filter(([path]) => path.endsWith('.js')),
    ),
  );
}

/** Resolves once the page has opened its stream of events, the last thing that it fetches by itself. */
function streamOpened(page: Page) {
  return page.waitForRequest((request) => new URL(request.url()).pathname === '/api/events');
}

async function expectAtMost(maxBytes: number, page: Page): Promise<void> {
  const scripts = await fetchedScripts(page);
  const total = Object.values(scripts).reduce((sum, bytes) => sum + bytes, 0);
  console.log(`${(total / 1000).toFixed(1).padStart(7)} kB  scripts of ${new URL(page.url()).pathname}`);
  expect(Object.values(scripts).every((bytes) => bytes > 0)).toBe(true);
  expect(total).toBeLessThanOrEqual(maxBytes);
}

describe('the scripts that a page fetches by itself', () => {
  test(`of the sign-in weigh at most ${SIGN_IN / 1000} kB`, async ({ open }) => {
    const page = await open({ scripts: 'on' });
    await page.goto('/login');
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    await expectAtMost(SIGN_IN, page);
  });

  test('weigh no more than their limits for a signed-in user', async ({ open }) => {
    const page = await open({ scripts: 'on' });
    await register(page);
    for (const [path, maxBytes] of PAGES) {
      const opened = streamOpened(page);
      await page.goto(path);
      await shortcutsReady(page);
      await opened;
      await expectAtMost(maxBytes, page);
    }
  });
});
