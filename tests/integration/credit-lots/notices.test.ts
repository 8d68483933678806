import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { FollowUpHandlers } from '#app/core/follow-ups/follow-up.ts';
import { runFollowUp } from '#app/core/follow-ups/outbox.ts';
import { expireCredit } from '#app/core/ledger/lots/expiry.ts';
import { claimNotices } from '#app/core/ledger/lots/notices.ts';
import { sendExpiryNotice } from '#app/core/notices/notices.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { buyCredit } from '#tests/factories/buy-credit.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { spend } from '#tests/fixtures/held-money.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { openMailbox } from '#tests/setup/mailbox.ts';
import { followUps } from '#worker/register.ts';

const mailbox = await openMailbox();
Object.assign(process.env, {
  SMTP_URL: mailbox.url,
  APP_TITLE: 'Parlance',
  APP_URL: 'https://parlance.test/',
});

beforeEach(async () => {
  mailbox.mails.length = 0;
  await emptyTables();
});
afterAll(() => mailbox.close());

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2029, 5, 15, 12);
const inDays = (days: number) => new Date(NOW + days * DAY_MS);
/** The purchase time of credit that expires in this number of days. */
function paidToExpireIn(days: number): Date {
  const paidAt = inDays(days);
  paidAt.setUTCFullYear(paidAt.getUTCFullYear() - 1);
  return paidAt;
}
const look = (days = 0) => expireCredit(inDays(days));

async function person({ isVerified = true, locale = 'en-US' } = {}) {
  const account = await createAccount({ name: 'Ada <b>' });
  await change(AUTOCOMMIT, 'UPDATE users SET locale = ?, email_verified_at = ? WHERE id = ?', [
    locale,
    isVerified ? new Date() : null,
    account.userId,
  ]);
  return account;
}

const jobs = () =>
  selectRows<{ id: string }>(AUTOCOMMIT, `SELECT id FROM follow_ups WHERE job = 'expiry-notice'`);
const notices = () =>
  selectRows<{ days: number; sent: number }>(
    AUTOCOMMIT,
    'SELECT days, sent_at IS NOT NULL AS sent FROM credit_notices ORDER BY entry_id, days',
  );

const handlers: FollowUpHandlers = {
  ...followUps,
  'expiry-notice': (payload) => sendExpiryNotice(payload, inDays(0)),
};

/** Runs the jobs of the outbox as a worker does, postponed ones as well. */
async function work(): Promise<void> {
  await change(AUTOCOMMIT, 'UPDATE follow_ups SET due_at = NOW(3) - INTERVAL 1 SECOND');
  for (const { id } of await jobs()) await runFollowUp(id, handlers);
}

describe('notice by mail', () => {
  it('is sent 30 and 7 days before, once each, with the remaining amount', async () => {
    const { accountId, email } = await person();
    await buyCredit(accountId, { paidAt: paidToExpireIn(30.01) });
    await look();
    expect(await jobs()).toEqual([]);
    await look(0.02);
    await spend(accountId, 8_400_000n);
    await work();
    const mail = await mailbox.next(email);
    const date = 'July 15, 2029';
    expect(mail.subject).toBe(`Your Parlance credits expire on ${date}`);
    expect(mail.text).toContain('Hi Ada <b>,');
    expect(mail.text).toContain(`$10.05 on ${date}`);
    expect(mail.text).toContain('https://parlance.test/balance');
    for (const days of [0.03, 5, 22]) await look(days);
    await work();
    expect(mailbox.mails).toHaveLength(1);
    for (const days of [23.5, 24, 29]) await look(days);
    await work();
    expect(mailbox.mails).toHaveLength(2);
    expect(await notices()).toEqual([
      { days: 7, sent: 1 },
      { days: 30, sent: 1 },
    ]);
    expect(await jobs()).toEqual([]);
  });

  it('lists all lots that are due at a check in one mail, and used-up ones in none', async () => {
    const { accountId, email } = await person();
    for (const days of [5, 6, 20, 200]) await buyCredit(accountId, { paidAt: paidToExpireIn(days) });
    await Promise.all([look(), look(), look()]);
    expect(await jobs()).toHaveLength(1);
    await spend(accountId, 18_450_000n);
    await work();
    const { text = '' } = await mailbox.next(email);
    expect(text.match(/\$[\d.]+ on /g)).toEqual(['$18.45 on ', '$18.45 on ']);
    expect(mailbox.mails).toHaveLength(1);
  });

  it.each([
    ['ar-EG', /ينتهي رصيد لك في Parlance يوم [\p{L}\p{N} ]+$/u, '\u2066$18.45\u2069 يوم'],
    ['ja-JP', /^Parlance のクレジットが\d{4}年\d{1,2}月\d{1,2}日に期限切れになります$/, '$18.45（有効期限：'],
  ])('is written in %s', async (locale, subject, line) => {
    const { accountId, email } = await person({ locale });
    await buyCredit(accountId, { paidAt: paidToExpireIn(6) });
    await look();
    await work();
    const mail = await mailbox.next(email);
    expect(mail.subject).toMatch(subject);
    expect(mail.text).toContain(line);
    expect(`${mail.subject}${mail.text}`).not.toMatch(/\{\{|undefined/);
  });

  it('is not sent to an address that is not verified, nor to a deleted user', async () => {
    const [unverified, gone] = [await person({ isVerified: false }), await person()];
    for (const { accountId } of [unverified, gone]) await buyCredit(accountId, { paidAt: paidToExpireIn(6) });
    await look();
    await change(AUTOCOMMIT, 'UPDATE users SET deleted_at = NOW(3) WHERE id = ?', [gone.userId]);
    expect(await jobs()).toHaveLength(2);
    await work();
    expect(await jobs()).toEqual([]);
    expect(mailbox.mails).toEqual([]);
  });

  it('is sent once by workers that run its job at the same time, and again if the one that did has died', async () => {
    const { accountId } = await person();
    await buyCredit(accountId, { paidAt: paidToExpireIn(6) });
    await look();
    const [notice] = await selectRows<{ entryId: string; days: number }>(
      AUTOCOMMIT,
      'SELECT entry_id AS entryId, days FROM credit_notices',
    );
    expect(await claimNotices(AUTOCOMMIT, accountId, [notice!])).toBe('claimed');
    await work();
    expect(mailbox.mails).toEqual([]);
    expect(await jobs()).toHaveLength(1);
    await change(AUTOCOMMIT, 'UPDATE credit_notices SET claimed_at = NOW(3) - INTERVAL 2 MINUTE');
    const job = handlers['expiry-notice'];
    await Promise.all(Array.from({ length: 6 }, () => job({ accountId, notices: [notice!] })));
    await work();
    expect(mailbox.mails).toHaveLength(1);
    expect(await jobs()).toEqual([]);
  });

  it('that the mail server refuses is retried', async () => {
    const { accountId, email } = await person();
    await buyCredit(accountId, { paidAt: paidToExpireIn(6) });
    await look();
    await change(AUTOCOMMIT, `UPDATE users SET email = 'no address' WHERE email = ?`, [email]);
    await work();
    expect(await notices()).toEqual([{ days: 7, sent: 0 }]);
    expect(await jobs()).toHaveLength(1);
    await change(AUTOCOMMIT, 'UPDATE users SET email = ? WHERE email = ?', [email, 'no address']);
    await work();
    expect(mailbox.mails).toHaveLength(1);
    expect(await notices()).toEqual([{ days: 7, sent: 1 }]);
  });
});
