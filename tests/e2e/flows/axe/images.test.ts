import { describe } from 'vitest';
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts';
import { letter, imageFile } from '#tests/e2e/support/media-files.ts';
import { test } from '#tests/e2e/support/test.ts';
import { sendByEnter } from '#tests/e2e/flows/conversation-steps.ts';
import { awaitWhole, looksOf, signedIn, TIMEOUT_MS, wordsOf } from './looks.ts';

describe.each(looksOf('phone'))('axe in $theme $language on a $screen screen', (look) => {
  const t = wordsOf(look);

  test('images: attached, refused, unsupported, sent, edited', { timeout: TIMEOUT_MS }, async ({ open }) => {
    const { page } = await signedIn(open, look, '/chat/new?model=sandbox/thinking');
    await page.locator('[name=picture]').setInputFiles([await imageFile('blue.png'), letter]);
    await page.locator('input[name=files]').waitFor({ state: 'attached' });
    await page.getByText('text/plain').waitFor();
    const otherModel = page.locator('#composer button[name=chosenModel]:not([popover] *)');
    await otherModel.waitFor();
    await expectAccessible(page);
    await otherModel.click();
    await page.waitForURL(/model=sandbox%2Fsmall/);
    await otherModel.waitFor({ state: 'detached' });
    await sendByEnter(page, 'Which colour? [[sandbox: text="Blue." pace=0]]');
    await awaitWhole(page, t);
    await page.getByRole('list', { name: t('chat:message.pictures') }).waitFor();
    await expectAccessible(page);
    await page.getByRole('article').first().hover();
    await page
      .getByRole('link', { name: t('chat:message.edit') })
      .first()
      .click();
    await page.getByRole('checkbox', { name: 'blue.png' }).waitFor();
    await expectAccessible(page);
  });
});
