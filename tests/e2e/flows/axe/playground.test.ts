import { describe } from 'vitest';
import { expectAccessible } from '../../support/expect-accessible.ts';
import { hydrated } from '../../support/hydration.ts';
import { letter, imageFile } from '#tests/e2e/support/media-files.ts';
import { test } from '../../support/test.ts';
import { looksOf, messageBox, signedIn, TIMEOUT_MS, WAIT_MS } from './looks.ts';

describe.each(looksOf('dark'))('axe in $theme $language on a $screen screen', (look) => {
  test(
    'the playground: parameters, an attached image, an image and a video',
    { timeout: TIMEOUT_MS },
    async ({ open }) => {
      const { page } = await signedIn(
        open,
        look,
        '/playground/new?category=image-to-image&pair=sandbox:sandbox/picture',
      );
      await page.locator('details summary').last().click();
      await page.locator('[name=picture]').setInputFiles([await imageFile('blue.png'), letter]);
      await page.locator('input[name=files]').waitFor({ state: 'attached' });
      await expectAccessible(page);
      await messageBox(page).fill('Evening [[sandbox: delay=0]]');
      await messageBox(page).press('Enter');
      await page.locator('main figure img').first().waitFor({ timeout: WAIT_MS });
      await expectAccessible(page);
      await page.goto('/playground/new?category=text-to-video&pair=sandbox:sandbox/video');
      await hydrated(page);
      await messageBox(page).fill('Morning [[sandbox: delay=4000]]');
      await messageBox(page).press('Enter');
      // It may cost more than $0.50.
      await page.locator('[name=confirmedMicro]').waitFor();
      await expectAccessible(page);
      await page.locator('[name=confirmedMicro]').click();
      await page.locator('main [role=progressbar]').first().waitFor();
      await expectAccessible(page);
      await page.locator('main figure video').first().waitFor({ timeout: WAIT_MS });
      await expectAccessible(page);
    },
  );
});
