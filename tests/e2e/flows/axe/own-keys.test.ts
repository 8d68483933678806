import { describe } from 'vitest';
import { AZURE_FIELDS } from '#app/features/provider-keys/keys-data.ts';
import { expectAccessible } from '../../support/expect-accessible.ts';
import { hydrated } from '../../support/hydration.ts';
import { test } from '../../support/test.ts';
import { expectAllAccessible, looksOf, signedIn, TIMEOUT_MS, wordsOf } from './looks.ts';

const KEYS = '/settings/provider-keys';

describe.each(looksOf('light'))('axe in $theme $language on a $screen screen', (look) => {
  const t = wordsOf(look, 'ownkeys');

  test(
    'users’ own keys: none, each kind, an error, some, revoking one, the dialog over a message',
    { timeout: TIMEOUT_MS },
    async ({ open }) => {
      const { page } = await signedIn(open, look, null);
      await expectAllAccessible(page, ['/settings', KEYS, `${KEYS}/google`, `${KEYS}/azureOpenAI`]);
      const save = page.getByRole('button', { name: t('ownkeys:form.save') });
      for (const field of AZURE_FIELDS) await page.locator(`main [name=${field}]`).fill('wrong/');
      await save.click();
      await page.locator('[aria-invalid=true]').first().waitFor();
      await expectAccessible(page);
      await page.goto(`${KEYS}/openAI`);
      await hydrated(page);
      await page.locator('main input[name=value]').fill('sk-mine');
      await save.click();
      await page.getByText(t('ownkeys:revoke'), { exact: true }).first().click();
      await page
        .getByRole('button', { name: t('ownkeys:revokeConfirm') })
        .first()
        .waitFor();
      await expectAccessible(page);
      await page.goto('/chat/new?model=sandbox/messages');
      await hydrated(page);
      await page.getByRole('link', { name: t('chat:composer.setKey') }).click();
      await page.getByRole('dialog').locator('input[name=value]').waitFor();
      await expectAccessible(page);
    },
  );
});
