import { describe } from 'vitest';
import { expectAccessible } from '../../support/expect-accessible.ts';
import { hydrated } from '../../support/hydration.ts';
import { test } from '../../support/test.ts';
import { askFor, sendByEnter } from '../conversation-steps.ts';
import { awaitWhole, expectAllAccessible, looksOf, signedIn, TIMEOUT_MS, wordsOf } from './looks.ts';

const BING = '/chat/new?model=sandbox/bing';
const WEBSITE = '/chat/new?model=sandbox/text-davinci-002-render-sha';

describe.each(looksOf('light'))('axe in $theme $language on a $screen screen', (look) => {
  const t = wordsOf(look, 'options');

  test(
    'Bing: its start page, its options with a context that is too long, suggestions; the website’s models',
    { timeout: TIMEOUT_MS },
    async ({ open }) => {
      const { page } = await signedIn(open, look);
      await expectAllAccessible(page, [BING]);
      await page.locator('select[name="option.jailbreak"]').selectOption('true');
      await page.locator('button[name=opensOptions]').click();
      await page.locator('textarea[name="option.systemMessage"]').fill('You are Ada.');
      await page.locator('textarea[name="option.context"]').fill('a b '.repeat(6_000));
      await page.getByText(t('options:contextOver')).waitFor();
      await page.getByText(t('options:kept')).waitFor();
      await expectAccessible(page);
      await page.locator('textarea[name="option.context"]').fill('');
      await sendByEnter(page, askFor('They flow.'));
      await awaitWhole(page, t);
      await hydrated(page);
      await page.getByRole('group', { name: t('chat:message.suggestions') }).waitFor();
      await page.locator('[data-tone] > summary').click();
      await expectAccessible(page);
      await expectAllAccessible(page, [WEBSITE]);
    },
  );
});
