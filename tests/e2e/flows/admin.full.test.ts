import type { Page } from 'playwright';
import { expect } from 'vitest';
import { ask, balanceOf } from '../support/database.ts';
import { hydrated } from '../support/hydration.ts';
import { register, signUp } from '../support/register.ts';
import { runThreeWays } from './run-three-ways.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

runThreeWays('the page of the operator', [
  {
    name: 'find a user, give credit after a wrong amount, ban and unban them',
    expected: [/400/],
    async act(visitor) {
      const { page, visit, type, settle, scripts } = visitor;
      const someone = await register(await visitor.openAnother());
      const before = await balanceOf(someone.email);
      const { email } = await signUp(page);
      await ask(`UPDATE users SET role = 'ADMIN' WHERE email = ?`, [email]);
      await visit('/admin');
      await page.getByRole('link', { name: 'Users', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Users' }).waitFor();
      await type([[field(page, 'Email, username, name or ID'), someone.email]]);
      await button(page, 'Find').click();
      await page.getByRole('link', { name: someone.email, exact: true }).click();
      await page.getByRole('heading', { name: someone.email }).waitFor();
      await settle();
      await field(page, 'Amount in dollars').fill('much');
      await field(page, 'Reason').fill('support case 7');
      await button(page, 'Add credits').click();
      await page.getByText('Enter an amount in dollars').waitFor();
      await expect.poll(() => field(page, 'Reason').inputValue()).toBe('support case 7');
      if (scripts !== 'off') await hydrated(page);
      await field(page, 'Amount in dollars').fill('2.50');
      await button(page, 'Add credits').click();
      await page.getByText('Added $2.50.').waitFor();
      await expect.poll(() => balanceOf(someone.email)).toBe(before + 2_500_000);
      await settle();
      await field(page, 'Reason for the ban').fill('spam');
      await page.getByText('Ban user', { exact: true }).click();
      await button(page, 'Ban user?').click();
      await page.getByText('This user is banned.').waitFor();
      await settle();
      await button(page, 'Lift the ban').click();
      await page.getByText('Ban user', { exact: true }).waitFor();
      const acts = async () => (await page.locator('th[scope=row] code').allInnerTexts()).slice(0, 3);
      await expect.poll(acts).toEqual(['unban', 'ban', 'grant']);
    },
  },
]);
