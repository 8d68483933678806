import { describe } from 'vitest';
import { expectAccessible } from '../../support/expect-accessible.ts';
import { hydrated } from '../../support/hydration.ts';
import { test } from '../../support/test.ts';
import { expectAllAccessible, inFull, looksOf, messageBox, signedIn, TIMEOUT_MS, wordsOf } from './looks.ts';

describe.each(looksOf('light'))('axe in $theme $language on a $screen screen', (look) => {
  const t = wordsOf(look, 'presets', 'prompts');

  test(
    'presets: none, a new one, an error, a list; templates, one of them, an own one; the menu in the box',
    { timeout: TIMEOUT_MS },
    async ({ open }) => {
      const { page } = await signedIn(open, look, null);
      await expectAllAccessible(page, ['/presets', '/presets/new']);
      await page.locator('input[name=title]').fill('Mine');
      await page.getByRole('button', { name: t('presets:save') }).click();
      await page.getByText('Mine', { exact: true }).waitFor();
      await expectAccessible(page);
      const file = { name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('no') };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: t('presets:import.button') }).click();
      await page.getByText(t('presets:error.notAFile')).waitFor();
      await expectAccessible(page);
      await expectAllAccessible(page, [
        '/prompts',
        '/prompts/regex',
        ...inFull('/prompts?q=zzzz', '/prompts/new'),
      ]);
      await page.goto('/chat/new');
      await hydrated(page);
      await messageBox(page).fill('/');
      await page.getByRole('list', { name: t('prompts:menu.label') }).waitFor();
      await expectAccessible(page);
    },
  );
});
