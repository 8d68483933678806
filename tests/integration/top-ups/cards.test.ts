import { describe, expect, it } from 'vitest';
import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { chooseTopUp, removeCard, stopTopUp, storeCard } from '#app/core/accounts/top-up.ts';
import { deleteAccount, eraseAccount } from '#app/core/deletion/account-deletion.ts';
import { readSettings } from '#app/core/payments/top-ups/settings.ts';
import { cardSavingPage } from '#app/core/payments/top-ups/card.ts';
import { writeData } from '#app/features/auth/account/download/account-data.server.ts';
import { readPreferences } from '#app/ui/preferences/preferences.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import {
  CHOICE,
  CREDIT,
  doJobs,
  lowPerson,
  saveCard,
  tell,
  topUpsOf,
  turn,
  useTopUps,
  waitingJobs,
  watch,
} from './stage.ts';

const { stripe } = useTopUps();
const settingsOf = (accountId: string) => readSettings(AUTOCOMMIT, accountId);
const attached = (accountId: string) =>
  settingsOf(accountId).then((settings) =>
    [...stripe().api.methods.values()].filter(({ customer }) => customer === settings?.customerId),
  );

describe('a saved card', () => {
  it('is stored once, by the returning user or by the webhook alone, with its brand and last digits', async () => {
    const person = await createAccount();
    const sessionId = await saveCard(person, stripe());
    for (const event of stripe().events) {
      expect(await tell(event)).toBe('applied');
      expect(await tell(event)).toBe('repeated');
    }
    await doJobs();
    expect(await storeCard({ accountId: person.accountId, sessionId })).toBe(true);
    expect(await settingsOf(person.accountId)).toMatchObject({
      cardBrand: 'visa',
      cardLast4: '4242',
      isOn: false,
    });

    const other = await createAccount();
    const page = await cardSavingPage({ ...other, language: 'ja-JP' });
    stripe().events.length = 0;
    stripe().api.saveCard(page.split('/').at(-1)!, 'declined');
    for (const event of stripe().events) await tell(event);
    await doJobs();
    expect(await settingsOf(other.accountId)).toMatchObject({ cardBrand: 'mastercard', cardLast4: '0341' });
    expect(
      await selectRows(
        AUTOCOMMIT,
        "SELECT actor, detail FROM audit_entries WHERE action = 'top-up-card' ORDER BY id",
      ),
    ).toEqual([
      { actor: `user:${person.userId}`, detail: '{"brand":"visa","last4":"4242"}' },
      { actor: `user:${other.userId}`, detail: '{"brand":"mastercard","last4":"0341"}' },
    ]);
  });

  it('replaces the previous one, which is detached; an older page does not restore that one', async () => {
    const person = await createAccount();
    const first = await saveCard(person, stripe(), 'declined');
    await saveCard(person, stripe());
    await doJobs();
    await storeCard({ accountId: person.accountId, sessionId: first });
    expect(await settingsOf(person.accountId)).toMatchObject({ cardLast4: '4242' });
    expect(await attached(person.accountId)).toMatchObject([{ kind: 'good' }]);
    expect(stripe().api.customers.size, 'one customer').toBeGreaterThan(0);
  });

  it('belongs to its user: another account cannot use it, nor a page that was not left', async () => {
    const [person, stranger] = [await createAccount(), await createAccount()];
    await saveCard(stranger, stripe());
    const sessionId = await saveCard(person, stripe());
    expect(await storeCard({ accountId: stranger.accountId, sessionId })).toBe(false);
    const open = (await cardSavingPage({ ...person, language: 'en-US' })).split('/').at(-1)!;
    expect(await storeCard({ accountId: person.accountId, sessionId: open })).toBe(false);
    expect(await settingsOf(stranger.accountId)).toMatchObject({ cardLast4: '4242', cardsTaken: 1 });
  });

  it('is saved again if its customer is gone at Stripe', async () => {
    const { userId, ...person } = await lowPerson(stripe());
    const before = (await settingsOf(person.accountId))!.customerId!;
    stripe().api.customers.delete(before);
    await saveCard({ userId, ...person }, stripe());
    const settings = await settingsOf(person.accountId);
    expect(settings).toMatchObject({ cardLast4: '4242', isOn: false });
    expect(settings!.customerId).not.toBe(before);
  });

  it('is requested again if an answer was lost, without a second customer that counts', async () => {
    const person = await createAccount();
    stripe().failNext('/v1/customers', { kind: 'lost' }, { kind: 'lost' });
    const page = { ...person, language: 'en-US' };
    await expect(cardSavingPage(page)).rejects.toMatchObject({ problem: 'unreachable' });
    await saveCard(person, stripe());
    expect(await settingsOf(person.accountId)).toMatchObject({ cardLast4: '4242' });
  });
});

describe('a removed card', () => {
  it('is detached at Stripe, auto top-up is off, and no event restores it', async () => {
    const person = await createAccount({ creditMicro: 1_000_000n });
    const sessionId = await saveCard(person, stripe());
    await chooseTopUp(person.userId, CHOICE);
    stripe().failNext(`/v1/payment_methods/${(await settingsOf(person.accountId))!.cardId}/detach`, {
      kind: 'busy',
    });
    await removeCard(person.userId);
    await storeCard({ accountId: person.accountId, sessionId });
    expect(await settingsOf(person.accountId)).toMatchObject({ cardId: null, cardLast4: null, isOn: false });
    await doJobs();
    await doJobs();
    expect(await attached(person.accountId)).toEqual([]);
    expect(await waitingJobs()).toEqual([]);
    await expect(chooseTopUp(person.userId, CHOICE)).rejects.toMatchObject({ code: 'conflict' });
    await turn();
    expect(await topUpsOf(person.accountId)).toEqual([]);
  });

  it('leaves the user’s actions in the audit trail', async () => {
    const { userId } = await lowPerson(stripe());
    await stopTopUp(userId);
    await removeCard(userId);
    const rows = await selectRows<{ action: string }>(
      AUTOCOMMIT,
      'SELECT action FROM audit_entries WHERE subject_id = ? ORDER BY id',
      [userId],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'top-up-card',
      'top-up-on',
      'top-up-off',
      'top-up-card-removed',
    ]);
  });
});

describe('a deleted account', () => {
  it('is no longer charged; its customer is deleted at Stripe and forgotten here', async () => {
    const { userId, accountId } = await lowPerson(stripe());
    const { customerId } = (await settingsOf(accountId))!;
    await watch();
    await deleteAccount(userId);
    expect(await settingsOf(accountId)).toBeNull();
    await watch();
    await doJobs();
    expect(stripe().api.customers.has(customerId!)).toBe(false);
    const charged = [...stripe().api.intents.values()].filter(({ customer }) => customer === customerId);
    expect(charged).toEqual([]);
    expect(await topUpsOf(accountId)).toMatchObject([
      { state: 'failed', problem: 'stopped', customerId: null },
    ]);
    await change(AUTOCOMMIT, 'UPDATE users SET deleted_at = NOW(3) - INTERVAL 5 MINUTE WHERE id = ?', [
      userId,
    ]);
    await eraseAccount({ userId });
    expect(await soundBalance(userId)).toBe(0n);
  });
});

it('the download of a user’s data has the settings, the card’s last digits and every top-up', async () => {
  const { userId } = await lowPerson(stripe());
  await turn();
  let text = '';
  const user = { id: userId, locale: null, defaultModel: null } as SessionUser;
  for await (const piece of writeData({ user, preferences: readPreferences(null), at: new Date() }))
    text += piece;
  const data = JSON.parse(text) as { autoTopUp: object; topUps: { id: string }[]; purchases: object[] };
  expect(data.autoTopUp).toMatchObject({ isOn: true, cardLast4: '4242', amountMicro: '20000000' });
  expect(data.topUps).toMatchObject([{ state: 'paid', amountMicro: '20000000' }]);
  expect(data.purchases).toMatchObject([{ topUpId: data.topUps[0]!.id, creditedMicro: CREDIT.toString() }]);
});
