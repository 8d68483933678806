import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { hydrated } from '../support/hydration.ts';
import { test } from '../support/test.ts';

const list = (page: Page) => page.locator('#models');
const row = (page: Page, name: string) => list(page).getByRole('link', { name, exact: true });
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search models' });

describe('the models of the landing page, with scripts', () => {
  test('are loaded after half a second without a navigation, and an error keeps the page', async ({
    open,
  }) => {
    const page = await open({ expected: [/ERR_FAILED/] });
    const documents: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(request.url());
    });
    await page.clock.install();
    await page.goto('/');
    await hydrated(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/hub/featured')) asked.push(request.url());
    });
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await box(page).pressSequentially('veo');
    await page.clock.runFor(499);
    expect(asked).toEqual([]);
    await page.clock.runFor(1);
    await row(page, 'Veo 3.1').waitFor();
    expect(asked).toHaveLength(1);
    await page.route('**/api/hub/featured*', (route) => route.abort());
    await box(page).fill('terra');
    await page.clock.runFor(500);
    await list(page).getByText('Error loading models.').waitFor();
    await page.unroute('**/api/hub/featured*');
    await list(page).getByRole('button', { name: 'Try again' }).click();
    await row(page, 'GPT-5.6 Terra').waitFor();
    expect(documents).toHaveLength(1);
  });
});
