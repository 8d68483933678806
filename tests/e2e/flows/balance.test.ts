import { expect } from 'vitest';
import { ask } from '../support/database.ts';
import { pageComplete } from '../support/page-complete.ts';
import { register, signUp } from '../support/register.ts';
import { askFor, awaitEnd, say, turn } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';

const ACCOUNT_OF = 'FROM accounts a JOIN users u ON u.id = a.user_id';
const GRANTS = 105;

/** Books grants of a thousandth of a dollar, the last one first on the page. */
async function grant(email: string): Promise<void> {
  await ask(
    `INSERT INTO ledger_entries (account_id, kind, reference, amount_micro, created_at)
     WITH RECURSIVE n AS (SELECT 1 AS number UNION ALL SELECT number + 1 FROM n WHERE number < ${GRANTS})
     SELECT a.id, 'grant', CONCAT('grant:', a.id, ':', n.number), 1000, NOW(3) ${ACCOUNT_OF} JOIN n WHERE u.email = ?`,
    [email],
  );
  await ask(
    `UPDATE accounts SET balance_micro = balance_micro + ${GRANTS * 1000}
     WHERE user_id = (SELECT id FROM users WHERE email = ?)`,
    [email],
  );
}

/** Ends the last reply as if its money had run out. */
async function failForWantOfCredit(email: string): Promise<void> {
  await ask(
    `UPDATE messages SET error_code = 'token_balance'
     WHERE is_created_by_user = 0 AND user_id = (SELECT id FROM users WHERE email = ?)`,
    [email],
  );
}

runThreeWays('balance', [
  {
    name: 'from a reply that ran out of credit to the balance, down its ledger and back to the newest',
    ways: [],
    async act(visitor) {
      const { page, settle } = visitor;
      const { email } = await register(page);
      await grant(email);
      await say(visitor, askFor('Alpha'));
      await awaitEnd(visitor);
      await failForWantOfCredit(email);
      await page.reload({ waitUntil: 'commit' });
      await settle();
      await turn(page, 1).getByText('Insufficient Credit!').waitFor();
      await turn(page, 1).getByRole('link', { name: 'balance page' }).click();
      await page.getByRole('heading', { name: 'Credits', exact: true }).waitFor();
      const [account] = await ask<{ dollars: string }>(
        `SELECT TRUNCATE(a.balance_micro / 1000000, 2) AS dollars ${ACCOUNT_OF} WHERE u.email = ?`,
        [email],
      );
      await page.getByText(`$${account!.dollars}`, { exact: true }).first().waitFor();
      await page.getByRole('button', { name: 'Pay' }).waitFor();
      const rows = page.locator('#transactions li');
      await rows.first().getByText('Receipt').waitFor();
      await pageComplete(page);
      const newest = await rows.count();
      await page.getByRole('link', { name: 'Older', exact: true }).click();
      await page.getByText('Welcome credit', { exact: true }).waitFor();
      await pageComplete(page);
      // A charge, the grants and the first credit.
      expect(newest + (await rows.count())).toBe(1 + GRANTS + 1);
      await page.getByRole('link', { name: 'Newest' }).click();
      await rows.first().getByText('Receipt').waitFor();
      expect(new URL(page.url()).search).toBe('');
    },
  },
  {
    name: 'see what a model was not shown, before and after the message is sent',
    async act(visitor) {
      const { page, scripts, visit, type } = visitor;
      await signUp(page);
      await visit('/chat/new?model=sandbox%2Fnarrow');
      const long = (word: string) => `${`${word} `.repeat(250)}${askFor('Yes.')}`;
      await say(visitor, long('cedar'));
      await awaitEnd(visitor);
      const box = page.getByRole('textbox', { name: 'Message', exact: true });
      await type([[box, long('maple')]]);
      if (scripts !== 'off') await page.getByText('The 2 oldest messages are left out').waitFor();
      await page.getByRole('button', { name: 'Send a message' }).click();
      await turn(page, 3).getByText('The 2 oldest messages were left out').waitFor();
      await awaitEnd(visitor);
      await page.reload({ waitUntil: 'commit' });
      await turn(page, 3).getByText('The 2 oldest messages were left out').waitFor();
      await expect.poll(() => turn(page, 1).innerText()).not.toContain('left out');
    },
  },
]);
