import { describe } from 'vitest';
import { ask } from '../../support/database.ts';
import { expectAccessible } from '../../support/expect-accessible.ts';
import { hydrated } from '../../support/hydration.ts';
import { test } from '../../support/test.ts';
import { expectAllAccessible, inFull, looksOf, signedIn, TIMEOUT_MS, wordsOf } from './looks.ts';

const PAGES = [
  '/admin',
  '/admin/users',
  '/admin/payments',
  '/admin/providers?provider=openai',
  '/admin/jobs',
  '/admin/audit',
  ...inFull(
    '/admin/users?q=nobody-of-this-name',
    '/admin/payments?view=refused',
    '/admin/providers',
    '/admin/catalogue',
  ),
];

/** One of each kind of row that the pages list; created again for each look. */
async function plant(email: string): Promise<string> {
  await ask(`UPDATE users SET role = 'ADMIN' WHERE email = ?`, [email]);
  const [user] = await ask<{ id: string }>('SELECT id FROM users WHERE email = ?', [email]);
  await ask(
    `INSERT INTO purchases (id, provider, payment_id, state, reason, currency, paid_micro, settled_micro, email, paid_at, created_at)
     VALUES (UUID(), 'stripe', UUID(), 'unmatched', 'no_reference', 'usd', 20000000, 20000000, ?, NOW(3), NOW(3)),
            (UUID(), 'coinbase', UUID(), 'refused', 'too_little', 'usd', 2000000, 2000000, NULL, NOW(3), NOW(3))`,
    [email],
  );
  await ask(
    `INSERT INTO follow_ups (id, job, subject, payload, tries, due_at, failed_at, last_error, created_at)
     VALUES (UUID(), 'title', UUID(), '{}', 12, NOW(3), NOW(3), 'no model answers', NOW(3))`,
    [],
  );
  await ask(
    `INSERT INTO audit_entries (id, actor, action, subject_id, detail, created_at)
     VALUES (UUID(), 'operator:root', 'grant', ?, '{"amountMicro":"2500000","reason":"support"}', NOW(3))`,
    [user!.id],
  );
  return user!.id;
}

describe.each(looksOf('light'))('axe in $theme $language on a $screen screen', (look) => {
  const t = wordsOf(look, 'admin');

  test(
    'the pages of the operator, a refused form and a preview',
    { timeout: TIMEOUT_MS },
    async ({ open }) => {
      const { page, email } = await signedIn(open, look, null);
      const userId = await plant(email);
      await expectAllAccessible(page, [...PAGES, `/admin/users/${userId}`]);
      await page.locator('input[name=amount]').fill('much');
      await page.locator('input[name=reason]').first().fill('x');
      await page.getByRole('button', { name: t('admin:grant.give') }).click();
      await page.locator('[aria-invalid=true]').waitFor();
      await expectAccessible(page);
      await page.goto('/admin/catalogue');
      await hydrated(page);
      const rates = { input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 };
      const list = { [`gpt-${look.language}`]: { litellm_provider: 'openai', mode: 'chat', ...rates } };
      await page.locator('textarea[name=text]').fill(JSON.stringify(list));
      await page.getByRole('button', { name: t('admin:import.preview') }).click();
      await page.getByText(t('admin:import.diff')).first().waitFor();
      await expectAccessible(page);
    },
  );
});
