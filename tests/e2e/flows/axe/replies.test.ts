import { describe, expect } from 'vitest';
import { expectAccessible } from '../../support/expect-accessible.ts';
import { newGate } from '../../support/gate.ts';
import { hydrated } from '../../support/hydration.ts';
import { test } from '../../support/test.ts';
import { sendByEnter } from '../conversation-steps.ts';
import { awaitWhole, looksOf, WAIT_MS, signedIn, TIMEOUT_MS, wordsOf } from './looks.ts';

describe.each(looksOf('dark'))('axe in $theme $language on a $screen screen', (look) => {
  const t = wordsOf(look);

  test(
    'replies: growing, stopped, with Markdown, edited, regenerated, failed',
    { timeout: TIMEOUT_MS },
    async ({ open }) => {
      const { page } = await signedIn(open, look);
      await sendByEnter(
        page,
        `Plan a trip [[sandbox: length=200 pace=0 thinking="Let me see." ${newGate().at} hold=100]]`,
      );
      await expect
        .poll(() => page.getByRole('article').last().innerText(), { timeout: WAIT_MS })
        .toMatch(/A river does/);
      await expectAccessible(page);
      await page
        .getByRole('button', { name: t('chat:composer.stop') })
        .last()
        .click();
      await page.getByRole('article').getByText(t('chat:message.stopped'), { exact: true }).waitFor();
      await expectAccessible(page);

      await page.goto('/chat/new');
      await hydrated(page);
      await sendByEnter(page, 'Compare two functions in code [[sandbox: pace=0]]');
      await awaitWhole(page, t);
      await page
        .getByRole('button', { name: t('chat:message.regenerate') })
        .first()
        .click();
      await page.locator('article output').first().waitFor({ state: 'attached' });
      await awaitWhole(page, t);
      await sendByEnter(page, 'Which table is better? [[sandbox: pace=0]]');
      await page.getByRole('table').waitFor({ timeout: WAIT_MS });
      await sendByEnter(
        page,
        String.raw`Solve it [[sandbox: text="### The root\n\n###### is\n$$x = 2$$\n\n## of it." pace=0]]`,
      );
      await page.locator('math').first().waitFor({ state: 'attached', timeout: WAIT_MS });
      await awaitWhole(page, t);
      await expectAccessible(page);
      await page.getByRole('article').first().hover();
      await page
        .getByRole('link', { name: t('chat:message.edit') })
        .first()
        .click();
      await page.getByRole('textbox', { name: t('chat:message.editLabel') }).waitFor();
      await expectAccessible(page);
      await page
        .getByRole('link', { name: t('chat:message.again') })
        .last()
        .click();
      await page.getByLabel(t('chat:message.againWith'), { exact: true }).waitFor();
      await expectAccessible(page);

      await page.goto('/chat/new');
      await hydrated(page);
      await sendByEnter(page, 'Fail [[sandbox: fault=500]]');
      await page.getByText(t('errors:provider_unavailable'), { exact: true }).waitFor({ timeout: WAIT_MS });
      await expectAccessible(page);
    },
  );
});
