import { expect } from 'vitest';
import { ask, balanceOf } from '../support/database.ts';
import { register } from '../support/register.ts';
import { awaitEnd, say, turn } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';
import type { Visitor } from './visitor.ts';

/** The cost shown under a reply, in micro-dollars; waits for it. */
async function costOf({ page }: Visitor, place: number): Promise<number> {
  const cost = turn(page, place).locator('data');
  await cost.waitFor();
  await expect.poll(() => cost.innerText()).toMatch(/^<?\$\d/);
  return Number(await cost.getAttribute('value'));
}

runThreeWays('costs', [
  {
    name: 'the costs under the replies of all versions add up to the ledger, and to what is gone of the balance',
    async act(visitor) {
      const { page } = visitor;
      const { email } = await register(page);
      const before = await balanceOf(email);
      await say(visitor, 'The first question [[sandbox: length=300 pace=0]]');
      await awaitEnd(visitor);
      await say(visitor, 'The second question [[sandbox: length=500 pace=0]]');
      await expect.poll(() => page.getByRole('article').count()).toBe(4);
      await awaitEnd(visitor);
      const costs = [await costOf(visitor, 1), await costOf(visitor, 3)];
      await turn(page, 3).getByRole('button', { name: 'Regenerate' }).click();
      await page.getByText('Version 2 of 2').waitFor();
      await awaitEnd(visitor);
      costs.push(await costOf(visitor, 3));
      expect(Math.min(...costs)).toBeGreaterThan(0);
      const shown = costs.reduce((sum, cost) => sum + cost, 0);
      await expect.poll(() => chargesOf(email)).toEqual({ charges: 3, micro: shown });
      expect(before - (await balanceOf(email))).toBe(shown);
    },
  },
]);

const ACCOUNT_OF = 'FROM accounts a JOIN users u ON u.id = a.user_id';

async function chargesOf(email: string): Promise<{ charges: number; micro: number }> {
  const sql = `SELECT COUNT(*) AS charges, -SUM(e.amount_micro) AS micro
    ${ACCOUNT_OF} JOIN ledger_entries e ON e.account_id = a.id WHERE u.email = ? AND e.kind = 'charge'`;
  const [row] = await ask<{ charges: number; micro: string }>(sql, [email]);
  return { charges: Number(row?.charges), micro: Number(row?.micro) };
}
