import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chooseTopUp } from '#app/core/accounts/top-up.ts';
import { readSettings } from '#app/core/payments/top-ups/settings.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { openMailbox, type Mailbox } from '#tests/setup/mailbox.ts';
import { CHOICE, CREDIT, doJobs, lowPerson, saveCard, topUpsOf, turn, useTopUps } from './stage.ts';

let mailbox: Mailbox;
// Before the first setting is read.
beforeAll(async () => {
  mailbox = await openMailbox();
  Object.assign(process.env, { SMTP_URL: mailbox.url, APP_TITLE: 'Parlance' });
});
const { stripe } = useTopUps();
beforeEach(() => {
  mailbox.mails.length = 0;
});
afterAll(() => mailbox.close());

const HOUR = 3_600_000;
const after = (hours: number) => new Date(Date.now() + hours * HOUR);

describe.each([
  ['declined', 'declined', 'Your card was declined'],
  ['authentication', 'authentication', 'Your bank requires you to confirm'],
] as const)('a card that is %s', (kind, problem, said) => {
  it('charges nothing, pauses, notifies its owner each time, and is off after the third failure in a row', async () => {
    const { userId, accountId, email } = await lowPerson(stripe(), { kind });
    const state = () => readSettings(AUTOCOMMIT, accountId);
    await turn();
    expect(await topUpsOf(accountId)).toMatchObject([{ state: 'failed', problem }]);
    expect(await state()).toMatchObject({ isOn: true, failures: 1, problem });
    await turn(after(0.9));
    expect(await topUpsOf(accountId)).toHaveLength(1);
    await turn(after(1.1));
    expect(await state()).toMatchObject({ isOn: true, failures: 2 });
    await turn(after(20));
    expect(await topUpsOf(accountId)).toHaveLength(2);
    await change(AUTOCOMMIT, 'UPDATE top_up_settings SET paused_until = NOW(3)');
    await turn(after(1));
    expect(await state()).toMatchObject({ isOn: false, failures: 3, pausedUntil: null, problem });
    await turn(after(1000));
    expect(await topUpsOf(accountId)).toHaveLength(3);
    expect(await soundBalance(userId)).toBe(1_000_000n);

    const mails = await mailbox.taken();
    expect(mails.map(({ to }) => to?.[0]?.address)).toEqual([email, email, email]);
    expect(mails[0]!.subject).toBe('Parlance: your auto top-up failed');
    for (const mail of mails) {
      expect(mail.text).toContain('Hi Ada,');
      expect(mail.text).toContain(said);
      expect(mail.text).toContain('$20.00');
      expect(mail.text).toContain('https://hub.test/balance/top-up\n');
      expect(mail.text).not.toMatch(/\{\{|undefined/);
    }
    expect(mails.map(({ text }) => text!.includes('auto top-up is now off'))).toEqual([false, false, true]);
  });
});

it('another card, or turning it on again, resets failures; a success ends a row of failures', async () => {
  const person = await lowPerson(stripe(), { kind: 'declined' });
  await turn();
  await saveCard(person, stripe());
  expect(await readSettings(AUTOCOMMIT, person.accountId)).toMatchObject({ failures: 0, pausedUntil: null });
  await turn();
  expect(await soundBalance(person.userId)).toBe(1_000_000n + CREDIT);
  await change(AUTOCOMMIT, "UPDATE top_up_settings SET is_on = 0, failures = 3, problem = 'declined'");
  await chooseTopUp(person.userId, CHOICE);
  expect(await readSettings(AUTOCOMMIT, person.accountId)).toMatchObject({
    isOn: true,
    failures: 0,
    problem: null,
  });
});

it('a user who turns it on again and again with failing cards has five tries a day', async () => {
  const { userId, accountId } = await lowPerson(stripe(), { kind: 'declined' });
  for (let tries = 0; tries < 8; tries += 1) {
    await chooseTopUp(userId, CHOICE);
    await turn();
  }
  expect(await topUpsOf(accountId)).toHaveLength(5);
  expect(await readSettings(AUTOCOMMIT, accountId)).toMatchObject({ isOn: true, problem: 'refused' });
  await turn(after(25));
  expect(await topUpsOf(accountId)).toHaveLength(6);
});

it('a card that is gone at Stripe is refused, and a refused key is waited for', async () => {
  const gone = await lowPerson(stripe());
  for (const method of stripe().api.methods.values()) method.customer = null;
  await turn();
  expect(await topUpsOf(gone.accountId)).toMatchObject([{ state: 'failed', problem: 'refused' }]);
  const other = await lowPerson(stripe());
  const { key } = stripe().api.options;
  stripe().api.options.key = 'sk_test_another';
  await turn();
  expect(await topUpsOf(other.accountId)).toMatchObject([{ state: 'open' }]);
  stripe().api.options.key = key;
  await turn();
  expect(await soundBalance(other.userId)).toBe(1_000_000n + CREDIT);
});

it.each([
  ['ar-EG', 'رُفضت بطاقتك', '\u2066$20.00\u2069'],
  ['ja-JP', 'カードが承認されませんでした', '$20.00'],
])('the mail is in the language of its reader: %s', async (locale, said, amount) => {
  const { userId } = await lowPerson(stripe(), { kind: 'declined' });
  await change(AUTOCOMMIT, 'UPDATE users SET locale = ? WHERE id = ?', [locale, userId]);
  await turn();
  await doJobs();
  const [mail] = await mailbox.taken();
  expect(mail!.text).toContain(said);
  expect(mail!.text).toContain(amount);
});

it('nothing is mailed to an unverified address', async () => {
  const { userId } = await lowPerson(stripe(), { kind: 'declined' });
  await change(AUTOCOMMIT, 'UPDATE users SET email_verified_at = NULL WHERE id = ?', [userId]);
  await turn();
  await doJobs();
  expect(await mailbox.taken()).toEqual([]);
});
