import type { Page } from 'playwright';
import { expect } from 'vitest';
import { ask } from '../support/database.ts';
import { signUp } from '../support/register.ts';
import { askFor, awaitEnd, messageBox, say, turn } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

/** As if this amount had already been spent today. */
async function spend(email: string, micro: number): Promise<void> {
  await ask(
    `INSERT INTO account_spend (account_id, day, spent_micro)
     SELECT a.id, UTC_DATE(), ${micro} FROM accounts a JOIN users u ON u.id = a.user_id WHERE u.email = ?
     ON DUPLICATE KEY UPDATE spent_micro = spent_micro + VALUES(spent_micro)`,
    [email],
  );
}

runThreeWays('limits', [
  {
    name: 'set a cap of a cent, be refused with words, raise it and go on',
    expected: [/40[02]/],
    async act(visitor) {
      const { page, type, visit } = visitor;
      const { email } = await signUp(page);
      await visit('/balance');
      await type([[field(page, 'Daily limit'), '0.001']]);
      await save(page).click();
      await page.getByText('Enter an amount from $0.01 to $100,000.00').waitFor();
      await expect
        .poll(() => field(page, 'Daily limit').inputValue(), { message: 'what was typed' })
        .toBe('0.001');
      await field(page, 'Daily limit').fill('0.01');
      await save(page).click();
      await page.getByText('of $0.01 today').waitFor();
      await page.getByText('Saved', { exact: true }).first().waitFor();
      await spend(email, 9_999);

      await visit('/chat/new');
      await type([[messageBox(page), askFor('Alpha')]]);
      await page.getByRole('button', { name: 'Send a message' }).click();
      await page.getByText('Your message was not sent.').waitFor();
      await page.getByText('$0.000001 left').waitFor();
      await expect
        .poll(() => messageBox(page).inputValue(), { message: 'what was typed' })
        .toBe(askFor('Alpha'));
      await page.getByRole('link', { name: 'Spending limits' }).click();
      await page.getByRole('heading', { name: 'Spending limits' }).waitFor();
      await page.getByText('$0.009999 of $0.01 today').waitFor();
      await field(page, 'Daily limit').fill('1');
      await save(page).click();
      await page.getByText('$0.009999 of $1.00 today').waitFor();

      await visit('/chat/new');
      await say(visitor, askFor('Alpha'));
      await awaitEnd(visitor);
      await turn(page, 1).getByText('Alpha').waitFor();
    },
  },
]);
