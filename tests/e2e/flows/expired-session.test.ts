import { expect } from 'vitest';
import { ask } from '../support/database.ts';
import { register } from '../support/register.ts';
import { askFor, awaitEnd, messageBox, say, turn } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';

/** Expires the sessions of a user, as if they had not been used for long. */
async function expireSessions(email: string): Promise<void> {
  const sql =
    'UPDATE sessions SET expires_at = created_at WHERE user_id = (SELECT id FROM users WHERE email = ?)';
  await ask(sql, [email]);
}

runThreeWays('session', [
  {
    name: 'send after the session has run out, sign in, and find place and text again',
    // The calls of a page whose session has expired.
    expected: [/401/],
    async act(visitor) {
      const { page, type } = visitor;
      const { email, password } = await register(page);
      await say(visitor, askFor('Alpha'));
      await awaitEnd(visitor);
      const place = new URL(page.url()).pathname;
      const thought = askFor('Omega');
      await type([[messageBox(page), thought]]);
      await expireSessions(email);
      const welcome = page.getByRole('heading', { name: 'Welcome back' });
      // With scripts the page may have navigated by itself before the click.
      await page
        .getByRole('button', { name: 'Send a message' })
        .click({ timeout: 5_000 })
        .catch(() => welcome.waitFor());
      await welcome.waitFor();
      await type([
        [page.getByLabel('Email address', { exact: true }), email],
        [page.getByLabel('Password', { exact: true }), password],
      ]);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.waitForURL((url) => url.pathname === place, { waitUntil: 'commit' });
      await turn(page, 1).getByText('Alpha', { exact: true }).waitFor();
      await expect.poll(() => messageBox(page).inputValue()).toBe(thought);
      await page.getByRole('button', { name: 'Send a message' }).click();
      await awaitEnd(visitor);
      await turn(page, 3).getByText('Omega', { exact: true }).waitFor();
    },
  },
]);
