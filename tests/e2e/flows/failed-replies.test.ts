import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { register } from '../support/register.ts';
import { askFor, awaitEnd, say, turn } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';

const card = (page: Page): Locator =>
  turn(page, 1).getByRole('region', { name: /^(No response|The reply was interrupted)$/ });

/** The reply has failed and the page shows it once: no notice beside the card, no frame around it. */
async function expectOneCard(page: Page, sentences: readonly string[]): Promise<void> {
  await card(page).waitFor();
  for (const sentence of sentences) await card(page).getByText(sentence).waitFor();
  await expect.poll(() => page.getByText('This is an unfinished message.').count()).toBe(0);
  await expect.poll(() => page.locator('iframe').count()).toBe(0);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await expect.poll(() => turn(page, 1).getByRole('region').count()).toBe(1);
}

runThreeWays('failed replies', [
  {
    name: 'a provider that refuses: the reason, what was kept, what it cost, and another try',
    async act(visitor) {
      const { page, scripts } = visitor;
      await register(page);
      const works = `Now it works ${Date.now().toString(36)}`;
      await say(visitor, `Fail. [[sandbox: fault=429 times=2 retry=1 text="${works}" pace=0]]`);
      await awaitEnd(visitor);
      const reason = 'The provider is receiving too many requests.';
      const sentences = [reason, 'Your message is saved.', 'You weren’t charged.'];
      await expectOneCard(page, sentences);
      if (scripts === 'on') {
        const spoken = page.locator('output.sr-only').filter({ hasText: /\S/ }).last();
        await expect.poll(() => spoken.textContent()).toContain(reason);
        await expect.poll(() => spoken.textContent()).not.toContain('complete');
      }
      await page.reload({ waitUntil: 'commit' });
      await expectOneCard(page, sentences);
      await card(page).getByRole('button', { name: 'Retry' }).click();
      await page.getByText('Version 2 of 2').waitFor();
      await awaitEnd(visitor);
      await turn(page, 1).getByText(works, { exact: true }).waitFor();
    },
  },
  {
    name: 'a provider that answers with an error in the middle: what was written stays and is paid for',
    ways: [],
    async act(visitor) {
      const { page } = visitor;
      await register(page);
      await say(visitor, 'Break. [[sandbox: fault=error-mid after=5 length=50 pace=0]]');
      await awaitEnd(visitor);
      const reason = 'The provider couldn’t respond.';
      await expectOneCard(page, [reason, 'The partial reply is saved.', 'You were charged ']);
      await expect.poll(() => turn(page, 1).locator('.markdown').innerText()).toMatch(/\w+ \w+/);
    },
  },
  {
    name: 'ask another model in place of the one that failed',
    ways: [],
    async act(visitor) {
      const { page, scripts } = visitor;
      await register(page);
      await say(visitor, `Fail. [[sandbox: fault=500 at=sandbox]] ${askFor('Fine.')}`);
      await awaitEnd(visitor);
      await expectOneCard(page, ['The provider couldn’t respond.', 'You weren’t charged.']);
      await card(page).getByRole('link', { name: 'Try another model' }).click();
      const choice = page.getByLabel('Regenerate with', { exact: true });
      await choice.waitFor();
      // Without scripts the page with the form is another one, and both show the card.
      if (scripts === 'off') await card(page).waitFor();
    },
  },
]);
