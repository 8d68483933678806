import { describe } from 'vitest';
import { expectAccessible } from '../../support/expect-accessible.ts';
import { hydrated } from '../../support/hydration.ts';
import { test } from '../../support/test.ts';
import { sendByEnter } from '../conversation-steps.ts';
import { awaitWhole, looksOf, signedIn, TIMEOUT_MS, WAIT_MS, wordsOf } from './looks.ts';

describe.each(looksOf('light'))('axe in $theme $language on a $screen screen', (look) => {
  const t = wordsOf(look);

  test(
    'images that are generated, opened and used, and a video in progress',
    { timeout: TIMEOUT_MS },
    async ({ open }) => {
      const { page } = await signedIn(open, look, '/chat/new?model=sandbox/picture');
      await page.getByRole('combobox', { name: t('chat:choice.size') }).waitFor();
      await expectAccessible(page);
      await sendByEnter(page, 'A fox [[sandbox: delay=0]]');
      await awaitWhole(page, t);
      await page.getByRole('list', { name: t('chat:made.list') }).waitFor();
      await expectAccessible(page);
      await page.locator('figure a').first().click();
      await page.getByRole('dialog').getByRole('img').waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: t('chat:made.use') }).click();
      await page.goto('/chat/new?model=sandbox/video');
      await hydrated(page);
      await sendByEnter(page, 'A fox [[sandbox: delay=6000]]');
      await page.getByRole('progressbar').waitFor({ timeout: WAIT_MS });
      await expectAccessible(page);
      await page.locator('video').waitFor({ timeout: WAIT_MS });
      await expectAccessible(page);
    },
  );
});
