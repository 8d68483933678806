import { expect } from 'vitest';
import type { Page } from 'playwright';
import { signUp } from '../support/register.ts';
import { runThreeWays } from './run-three-ways.ts';

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Model types' }).getByText(name, { exact: true });
const card = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

runThreeWays('models', [
  {
    name: 'find a model by a tab and by a search, and read all about it',
    async act({ page, visit, type, settle, scripts }) {
      await visit('/models');
      await tab(page, 'Video').click();
      await page.waitForURL('**/models?tab=video', { waitUntil: 'commit' });
      await settle();
      // No key for it is set up here.
      await expect.poll(() => card(page, 'Veo 3.1').count()).toBe(0);
      await page.getByRole('link', { name: /^Show \d+ unavailable$/ }).click();
      await page.waitForURL('**/models?tab=video&show=all', { waitUntil: 'commit' });
      await settle();
      await card(page, 'Veo 3.1').waitFor();
      await expect.poll(() => card(page, 'Sandbox Small').count()).toBe(0);
      const box = page.getByRole('searchbox', { name: 'Search models' });
      await type([[box, 'sandbox small']]);
      // With scripts the list follows the typing.
      if (scripts !== 'on') await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.waitForURL('**/models?q=sandbox+small*', { waitUntil: 'commit' });
      await settle();
      await card(page, 'Sandbox Small').waitFor();
      await expect.poll(() => tab(page, 'All').getAttribute('aria-current')).toBe('page');
      await tab(page, 'Image').click({ force: true });
      expect(new URL(page.url()).searchParams.get('q'), 'the tabs rest').toBe('sandbox small');
      await card(page, 'Sandbox Small').getByRole('link', { name: 'Sandbox Small', exact: true }).click();
      await heading(page, 'Sandbox Small').waitFor();
      await settle();
      const parts = page.getByRole('navigation', { name: 'Sections of this page' });
      await parts.getByRole('link', { name: 'Parameters' }).click();
      await expect.poll(() => page.getByRole('heading', { name: 'Providers' }).count()).toBe(0);
      await page.getByText('Show optional fields').click();
      await page.getByText('temperature', { exact: true }).waitFor();
      await page.getByText('Hide optional fields').waitFor();
      await settle();
      await parts.getByRole('link', { name: 'Parameters' }).click();
      await page.getByRole('heading', { name: 'Providers' }).waitFor();
    },
  },
  {
    name: 'filter the models, see them as a table, and compare two of them',
    typesNothing: true,
    async act({ page, visit, settle, scripts }) {
      await visit('/models');
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByLabel('Context', { exact: true }).selectOption('128k');
      await page.getByLabel('Tools', { exact: true }).check();
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.waitForURL(/context=128k&capability=tools/, { waitUntil: 'commit' });
      await settle();
      await page.getByRole('link', { name: 'Remove filter Tools' }).waitFor();
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      await page.getByRole('table').waitFor();
      await settle();
      await page.getByRole('link', { name: 'Input / MTok' }).click();
      await page.waitForURL(/sort=input/, { waitUntil: 'commit' });
      await settle();
      for (const name of ['Sandbox Small', 'Sandbox Large'])
        await page.getByRole('checkbox', { name: `Compare ${name}`, exact: true }).check();
      if (scripts === 'on') {
        // The choice outlasts a list without the chosen models.
        await tab(page, 'Image').click();
        await page.waitForURL(/tab=image/, { waitUntil: 'commit' });
        await expect.poll(() => page.getByRole('checkbox', { name: /Sandbox Large/ }).count()).toBe(0);
        await page.getByRole('button', { name: 'Compare 2 models' }).waitFor();
      }
      await page.getByRole('button', { name: /^Compare( 2 models)?$/ }).click();
      await heading(page, 'Compare models').waitFor();
      for (const name of ['Sandbox Small', 'Sandbox Large'])
        await page.getByRole('columnheader', { name }).waitFor();
    },
  },
  {
    name: 'sort the offers, calculate a call, and see the samples in another language',
    ways: [],
    async act({ page, visit, type, settle }) {
      await visit('/models/sandbox/twin');
      const names = () => page.getByRole('table').getByRole('rowheader').allInnerTexts();
      await page.getByRole('link', { name: 'Input', exact: true }).click();
      await page.waitForURL('**?sort=input', { waitUntil: 'commit' });
      await settle();
      await page.getByRole('link', { name: 'Input', exact: true }).click();
      await page.waitForURL('**?sort=-input', { waitUntil: 'commit' });
      await settle();
      await expect.poll(async () => (await names())[0]).toContain('Sandbox B');
      await type([
        [page.getByLabel('Input tokens'), '1000000'],
        [page.getByLabel('Output tokens'), '0'],
      ]);
      await page.getByRole('button', { name: 'Calculate' }).click();
      await page.getByText('$0.15', { exact: true }).waitFor();
      await page.getByText('$0.30', { exact: true }).waitFor();
      await settle();
      await page.getByText('Curl', { exact: true }).click();
      await page.getByText('curl ').first().waitFor();
      await expect.poll(() => page.getByText('urllib').first().isVisible()).toBe(false);
    },
  },
  {
    name: 'make a model the default, and begin a conversation with it',
    ways: [],
    typesNothing: true,
    async act({ page, visit, settle }) {
      await signUp(page);
      await visit('/models/sandbox/large');
      await page.getByRole('button', { name: 'Make default model' }).click();
      await page.getByText('Your default model').waitFor();
      await settle();
      await page.getByRole('link', { name: 'Chat', exact: true }).last().click();
      await page.waitForURL('**/chat/new?model=sandbox%2Flarge', { waitUntil: 'commit' });
      await page.getByRole('button', { name: /Sandbox Large/ }).waitFor();
    },
  },
]);
