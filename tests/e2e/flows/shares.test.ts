import { expect } from 'vitest';
import { expectAccessible } from '../support/expect-accessible.ts';
import { signUp } from '../support/register.ts';
import { awaitEnd, say } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';

runThreeWays('shared chats', [
  {
    name: 'are shared from the menu of a chat, read by a link, continued and revoked',
    // The link is opened again after it was revoked.
    expected: [/404/],
    async act(visitor) {
      const { page, scripts, visit } = visitor;
      await signUp(page);
      await visit('/chat/new?model=sandbox/small');
      await say(visitor, 'Which way? [[sandbox: text="To the **sea**." pace=0]]');
      await awaitEnd(visitor);
      const header = page.locator('[data-conversation-menu]');
      await header.getByRole('button', { name: /^Actions for/ }).click();
      await header.getByRole('link', { name: 'Share', exact: true }).click();
      await page.getByRole('button', { name: 'Create link' }).click();
      await page.getByText('Link created').waitFor();
      if (scripts === 'on') await expectAccessible(page);
      const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
      if (scripts === 'on') {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await page.getByRole('button', { name: 'Copy link' }).click();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      }
      expect(link).toMatch(/\/share\/[\w-]{22}$/);

      const path = new URL(link).pathname;
      await visit(path);
      await page.getByRole('article').getByText('To the sea.').waitFor();
      if (scripts === 'on') await expectAccessible(page);
      await page.getByRole('button', { name: 'Continue this chat' }).last().click();
      await page.waitForURL(/\/chat\/[\da-f-]{36}$/);
      await page.getByRole('article').getByText('To the sea.').waitFor();
      await say(visitor, 'And then? [[sandbox: text="Swim." pace=0]]');
      await awaitEnd(visitor);
      await page.getByRole('article').getByText('Swim.', { exact: true }).waitFor();

      await visit('/settings/shared');
      await page.getByText('Revoke', { exact: true }).click();
      await page.getByRole('button', { name: 'Revoke?' }).click();
      await page.getByText('Revoked', { exact: true }).waitFor();
      const gone = await page.evaluate(async (at) => (await fetch(at)).status, path);
      expect(gone).toBe(404);
    },
  },
]);
