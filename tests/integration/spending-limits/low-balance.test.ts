import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSpendingLimits } from '#app/core/accounts/account-settings.ts';
import { listFailed, listOverdue, runFollowUp } from '#app/core/follow-ups/outbox.ts';
import { claimMail, watchBalances } from '#app/core/ledger/balance-alerts.ts';
import { bookEntry } from '#app/core/ledger/book.ts';
import { config } from '#app/core/platform/config.ts';
import { newId } from '#app/core/platform/ids.ts';
import { closeQueue, openQueue } from '#app/core/queue/enqueue.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { openMailbox, type Mailbox } from '#tests/setup/mailbox.ts';
import { followUps } from '#worker/register.ts';

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await openMailbox();
  Object.assign(process.env, { SMTP_URL: mailbox.url, APP_TITLE: 'Parlance', APP_URL: 'https://hub.test' });
  openQueue(config().REDIS_URL);
});
beforeEach(async () => {
  await emptyTables();
  mailbox.mails.length = 0;
});
afterAll(async () => {
  await closeQueue();
  await mailbox.close();
});

/** A user with two dollars who wants a mail below one. */
async function person({ isVerified = true, locale = 'en-US' } = {}) {
  const { userId, accountId, email } = await createAccount({ creditMicro: 2_000_000n, name: 'Ada' });
  await change(AUTOCOMMIT, 'UPDATE users SET email_verified_at = ?, locale = ? WHERE id = ?', [
    isVerified ? new Date() : null,
    locale,
    userId,
  ]);
  await setAlert(userId, 1_000_000n);
  const book = (amountMicro: bigint) =>
    transaction((tx) => bookEntry(tx, { userId, kind: 'grant', reference: newId(), amountMicro }));
  return { userId, accountId, email, book };
}

const setAlert = (userId: string, belowMicro: bigint | null) =>
  changeSpendingLimits(userId, { caps: { daily: null, monthly: null }, belowMicro });

/** One check of a worker, and the jobs that are due after it. */
async function turn(): Promise<void> {
  await watchBalances();
  await change(AUTOCOMMIT, 'UPDATE follow_ups SET due_at = NOW(3) - INTERVAL 1 MINUTE');
  for (const id of await listOverdue()) await runFollowUp(id, followUps);
}

/** The same. @returns the number of mails that the server has accepted by then */
async function checkOnce(): Promise<number> {
  await turn();
  return (await mailbox.taken()).length;
}

describe('the mail about a low balance', () => {
  it('is sent once when the balance falls below, and once more after it has been above', async () => {
    const { email, book } = await person();
    expect(await checkOnce()).toBe(0);
    await book(-1_000_000n);
    expect(await checkOnce(), 'it is at the amount, not below').toBe(0);
    await book(-1n);
    expect(await checkOnce()).toBe(1);
    const [mail] = mailbox.mails;
    expect(mail!.to).toMatchObject([{ address: email }]);
    expect(mail!.subject).toBe('Parlance: your balance is $0.99');
    expect(mail!.text).toContain('Hi Ada,');
    expect(mail!.text).toContain('falls below $1.00');
    expect(mail!.text).toContain('https://hub.test/balance\n');
    expect(mail!.text).toContain('https://hub.test/balance/limits\n');
    await book(-300_000n);
    expect(await checkOnce()).toBe(1);
    expect(await checkOnce()).toBe(1);
    await book(500_000n);
    await checkOnce();
    await book(-500_000n);
    expect(await checkOnce()).toBe(2);
  });

  it.each([
    ['ar-EG', 'مرحبًا Ada،', '\u2066$0.50\u2069'],
    ['ja-JP', 'Ada 様', '$0.50 になりました'],
  ])('is in the language of the user: %s', async (locale, greeting, amount) => {
    const { book } = await person({ locale });
    await book(-1_500_000n);
    expect(await checkOnce()).toBe(1);
    expect(mailbox.mails[0]!.text).toContain(greeting);
    expect(mailbox.mails[0]!.text).toContain(amount);
    expect(mailbox.mails[0]!.text).not.toMatch(/\{\{|undefined/);
  });

  it('is not sent to an unverified address, nor to a user who has turned it off', async () => {
    const unverified = await person({ isVerified: false });
    const changed = await person();
    await Promise.all([unverified.book(-1_500_000n), changed.book(-1_500_000n)]);
    await watchBalances();
    await setAlert(changed.userId, null);
    expect(await checkOnce()).toBe(0);
    expect(await listFailed(AUTOCOMMIT)).toEqual([]);
  });

  it('is not sent to a user who sets an amount above the current balance', async () => {
    const { userId, book } = await person();
    await setAlert(userId, 5_000_000n);
    expect(await checkOnce()).toBe(0);
    await book(4_000_000n);
    await checkOnce();
    await book(-4_000_000n);
    expect(await checkOnce()).toBe(1);
  });

  it('is not sent if the balance has risen before it could be', async () => {
    const { book } = await person();
    await book(-1_500_000n);
    await watchBalances();
    await book(1_500_000n);
    expect(await checkOnce()).toBe(0);
  });

  it('is sent once by several workers, and never twice after one has died while sending it', async () => {
    const { book } = await person();
    const other = await person();
    await Promise.all([book(-1_500_000n), other.book(-1_500_000n)]);
    await Promise.all([watchBalances(), watchBalances(), watchBalances()]);
    // One has claimed the mail, and then disappeared.
    expect(await claimMail(AUTOCOMMIT, other.accountId)).toBe(true);
    expect(await checkOnce()).toBe(1);
    expect(await checkOnce()).toBe(1);
  });

  it('is retried if the mail server refused it, and its job survives a worker', async () => {
    const { book } = await person();
    await book(-1_500_000n);
    const { port } = new URL(mailbox.url);
    await mailbox.close();
    await turn();
    const waiting = await selectRows<{ last_error: string }>(AUTOCOMMIT, 'SELECT last_error FROM follow_ups');
    expect(waiting).toMatchObject([{ last_error: expect.stringContaining('ECONNREFUSED') }]);
    mailbox = await openMailbox(Number(port));
    expect(await checkOnce()).toBe(1);
  });
});
