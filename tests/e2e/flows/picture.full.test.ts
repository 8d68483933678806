import type { Locator } from 'playwright';
import { expect } from 'vitest';
import { letter, imageFile, type ChosenFile } from '#tests/e2e/support/media-files.ts';
import { signUp } from '../support/register.ts';
import { runThreeWays } from './run-three-ways.ts';

const ACCOUNT = '/settings/account';

/** The width of a loaded image. */
const widthOf = (shown: Locator) => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth);

runThreeWays('a picture of oneself', [
  {
    name: 'bring a picture of oneself, a letter at first, and remove it',
    expected: [/415/],
    typesNothing: true,
    async act({ page, visit, settle }) {
      await signUp(page);
      await visit(ACCOUNT);
      const bring = async (file: ChosenFile) => {
        await settle();
        await page.getByLabel('Profile photo').setInputFiles(file);
        await page.getByRole('button', { name: 'Save photo' }).click();
      };
      const shown = page.locator('main img[src*="thumbnail"]');
      await bring({ ...letter, mimeType: 'image/png' });
      await page.getByText('File type not supported').waitFor();
      await bring(await imageFile('me.png'));
      await page.getByText('Your photo has been saved.').waitFor();
      await expect.poll(() => widthOf(shown)).toBeGreaterThan(0);
      // Beside the name, on every page.
      await visit('/models');
      await expect
        .poll(() => widthOf(page.locator('#side-bar img[src*="thumbnail"]').first()))
        .toBeGreaterThan(0);
      await visit(ACCOUNT);
      await page.getByRole('button', { name: 'Remove photo' }).click();
      await page.getByText('Your photo has been removed.').waitFor();
      await expect.poll(() => shown.count()).toBe(0);
    },
  },
]);
