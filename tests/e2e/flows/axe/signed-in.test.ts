import { describe } from 'vitest';
import { newId } from '#app/core/platform/ids.ts';
import { pastCallsInsert } from '#tests/fixtures/past-calls.ts';
import { ask } from '../../support/database.ts';
import { expectAccessible } from '../../support/expect-accessible.ts';
import { hydrated } from '../../support/hydration.ts';
import { test } from '../../support/test.ts';
import { expectAllAccessible, inFull, looksOf, messageBox, signedIn, TIMEOUT_MS, wordsOf } from './looks.ts';

const PAGES = [
  '/balance',
  '/balance/limits',
  '/balance/checkout?amount=1',
  '/balance/top-up/card',
  '/usage',
  '/chat/new',
  '/settings',
  '/settings/account',
  '/settings/sign-in',
  '/settings/files',
  '/playground/new',
  ...inFull(
    '/',
    '/settings/data',
    '/balance?amount=1&payment=made',
    '/balance/purchases',
    '/balance/top-up',
    '/keys',
    '/usage?tab=activity',
    '/usage?tab=chats',
    '/chat/help',
  ),
];
const MISSING = '/chat/00000000-0000-4000-8000-000000000000';

async function emptyAccount(email: string): Promise<void> {
  await ask('UPDATE accounts SET balance_micro = 0 WHERE user_id = (SELECT id FROM users WHERE email = ?)', [
    email,
  ]);
}

/** More calls than a page holds: with figures, and with links to other pages. */
async function bookCalls(email: string): Promise<void> {
  const [user] = await ask<{ id: string }>('SELECT id FROM users WHERE email = ?', [email]);
  await ask(pastCallsInsert({ userId: user!.id, count: 12 }), []);
}

/** A purchase that was taxed, partly refunded and charged back. @returns the path of its receipt */
async function bookPurchase(email: string): Promise<string> {
  const id = newId();
  await ask(
    `INSERT INTO purchases (id, account_id, provider, payment_id, state, currency, paid_micro, tax_micro, settled_micro,
       credited_micro, refunded_micro, returned_micro, paid_at, created_at)
     SELECT ?, a.id, 'stripe', ?, 'credited', 'usd', 24000000, 4000000, 20000000, 18450000, 6000000, 4612500, NOW(3),
       NOW(3) FROM accounts a JOIN users u ON u.id = a.user_id WHERE u.email = ?`,
    [id, `pi_${id}`, email],
  );
  await ask(
    `INSERT INTO purchase_disputes (id, provider, dispute_id, purchase_id, amount_micro, is_withdrawn)
     VALUES (?, 'stripe', ?, ?, 5000000, 1)`,
    [newId(), `dp_${id}`, id],
  );
  return `/balance/purchases/${id}`;
}

/** Auto top-up that is paused after a card was declined. */
async function failTopUp(email: string): Promise<void> {
  await ask(
    `INSERT INTO top_up_settings (account_id, is_on, threshold_micro, amount_micro, monthly_micro, card_id, card_brand,
       card_last4, failures, paused_until, problem)
     SELECT a.id, 1, 5000000, 20000000, 100000000, 'pm_1', 'visa', '4242', 1, NOW(3) + INTERVAL 1 HOUR, 'declined'
     FROM accounts a JOIN users u ON u.id = a.user_id WHERE u.email = ?`,
    [email],
  );
  for (const [state, problem] of [
    ['failed', 'declined'],
    ['paid', ''],
  ] as const)
    await ask(
      `INSERT INTO top_ups (id, account_id, state, amount_micro, problem, created_at, ended_at)
       SELECT ?, a.id, ?, 20000000, NULLIF(?, ''), NOW(3), NOW(3)
       FROM accounts a JOIN users u ON u.id = a.user_id WHERE u.email = ?`,
      [newId(), state, problem, email],
    );
}

describe.each(looksOf('dark'))('axe in $theme $language on a $screen screen', (look) => {
  const t = wordsOf(look);

  test('signed in: pages, and a refused send', { timeout: TIMEOUT_MS }, async ({ open }) => {
    const { page, email } = await signedIn(open, look, null);
    await expectAllAccessible(page, [...PAGES, MISSING]);
    await expectAllAccessible(page, [await bookPurchase(email), '/balance/purchases', ...inFull('/balance')]);
    await failTopUp(email);
    await expectAllAccessible(page, ['/balance/top-up', ...inFull('/balance')]);
    await bookCalls(email);
    await expectAllAccessible(page, [
      '/usage?dateInterval=1D',
      '/usage?tab=activity&page=2',
      ...inFull('/usage?dateInterval=2D&model=maker%2Fmodel-1'),
    ]);
    await page.goto('/usage?tab=activity&dateInterval=ALL');
    await page.locator('a[href^="/usage/receipts/"]').first().click();
    await page.waitForURL('**/usage/receipts/*');
    await expectAccessible(page);
    await emptyAccount(email);
    await page.goto('/chat/new');
    await hydrated(page);
    await messageBox(page).fill('Hello');
    await page.keyboard.press('Enter');
    await page.getByText(t('chat:composer.notSent')).waitFor();
    await expectAccessible(page);
  });
});
