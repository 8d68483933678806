import { expect } from 'vitest';
import { register, signUp } from '../support/register.ts';
import { messageBox } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';

runThreeWays('preferences', [
  {
    name: 'choose the dark theme and find it on the next page',
    ways: [],
    typesNothing: true,
    async act({ page, visit }) {
      await signUp(page);
      await visit('/settings');
      await page.getByRole('button', { name: 'Dark', exact: true }).click();
      await page.locator('html[data-theme=dark]').waitFor();
      await visit('/chat/new');
      await expect.poll(() => page.getAttribute('html', 'data-theme')).toBe('dark');
    },
  },
  {
    name: 'choose another language and keep the page',
    ways: ['off'],
    typesNothing: true,
    async act({ page, scripts, visit }) {
      await signUp(page);
      await visit('/settings');
      await page.getByRole('combobox', { name: 'Language' }).selectOption('ja-JP');
      // With scripts the choice applies at once; without them the button beside it sends it.
      if (scripts !== 'on') await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('html[lang=ja-JP]').waitFor();
      expect(new URL(page.url()).pathname).toBe('/settings');
      await visit('/chat/new');
      await expect.poll(() => page.getAttribute('html', 'lang')).toBe('ja-JP');
    },
  },
  {
    name: 'find an example of the landing page in the box',
    async act({ page, settle, type }) {
      await register(page);
      await settle();
      const example = 'Explain quantum computing in simple terms';
      await page.getByRole('link', { name: example }).click();
      await expect.poll(() => messageBox(page).inputValue()).toBe(example);
      await type([[messageBox(page), `${example}, please`]]);
    },
  },
]);
