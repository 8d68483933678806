import { beforeEach, describe, expect, it } from 'vitest';
import { readExpiring } from '#app/core/ledger/lots/credit-entries.ts';
import { findCheckpoint } from '#app/core/ledger/lots/checkpoint.ts';
import { expireCredit } from '#app/core/ledger/lots/expiry.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { buyCredit } from '#tests/factories/buy-credit.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { spend } from '#tests/fixtures/held-money.ts';
import { ledgerSums, soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { emptyTables } from '#tests/setup/database.ts';

beforeEach(emptyTables);

const PAID_AT = '2027-03-10T09:00:00.000Z';
const SOON = new Date('2027-03-10T10:00:00.000Z');
const OVER = new Date('2028-03-10T09:00:00.000Z');

/** Charges of one micro-dollar each, as booked, without their runs. */
async function chargeOften(accountId: string, times: number): Promise<void> {
  const rows = Array.from({ length: times }, (_, at) => [
    accountId,
    'charge',
    `charge:${accountId}:${at}`,
    -1,
    new Date(SOON),
  ]);
  for (let at = 0; at < times; at += 5_000)
    await change(
      AUTOCOMMIT,
      'INSERT INTO ledger_entries (account_id, kind, reference, amount_micro, created_at) VALUES ?',
      [rows.slice(at, at + 5_000)],
    );
  await change(AUTOCOMMIT, 'UPDATE accounts SET balance_micro = balance_micro - ? WHERE id = ?', [
    times,
    accountId,
  ]);
}

const newestEntry = async (accountId: string) =>
  BigInt(
    (await selectRow<{ id: string }>(
      AUTOCOMMIT,
      'SELECT MAX(id) AS id FROM ledger_entries WHERE account_id = ?',
      [accountId],
    ))!.id,
  );

describe('the checkpoint of an account', () => {
  it('is written by a payment, and by no other booking', async () => {
    const { accountId } = await createAccount({ creditMicro: 1_000_000n });
    await spend(accountId, 100_000n);
    expect(await findCheckpoint(AUTOCOMMIT, accountId)).toBe(null);
    const before = await newestEntry(accountId);
    await buyCredit(accountId, { paidAt: PAID_AT });
    const bought = await findCheckpoint(AUTOCOMMIT, accountId);
    expect(bought).toMatchObject({ lastEntryId: before, credit: { lots: [], lastingMicro: 900_000n } });
    await spend(accountId, 100_000n);
    expect(await findCheckpoint(AUTOCOMMIT, accountId)).toEqual(bought);
  });

  it('is at the newest entry after each check, and due at the next possible change', async () => {
    const { accountId } = await createAccount();
    await buyCredit(accountId, { paidAt: PAID_AT });
    await expireCredit(SOON);
    expect(await findCheckpoint(AUTOCOMMIT, accountId)).toMatchObject({
      lastEntryId: await newestEntry(accountId),
      dueAt: new Date('2027-03-11T10:00:00.000Z'),
    });
    await expireCredit(OVER);
    expect(await findCheckpoint(AUTOCOMMIT, accountId)).toMatchObject({
      lastEntryId: await newestEntry(accountId),
      dueAt: null,
    });
  });

  it('begins at the newest entry when a user without expiring credit buys: no charge is read again', async () => {
    const { userId, accountId } = await createAccount({ creditMicro: 1_000_000n });
    await buyCredit(accountId, { paidAt: PAID_AT });
    await expireCredit(OVER);
    await chargeOften(accountId, 300);
    const before = await newestEntry(accountId);
    await buyCredit(accountId, { paidAt: OVER });
    expect(await findCheckpoint(AUTOCOMMIT, accountId)).toMatchObject({
      lastEntryId: before,
      credit: { lastingMicro: 999_700n },
    });
    await expireCredit(new Date('2029-03-10T09:00:00.000Z'));
    expect(await soundBalance(userId)).toBe(999_700n);
  });

  it('applies many entries in pages; a reader without time for all says so', async () => {
    const { userId, accountId } = await createAccount();
    await buyCredit(accountId, { paidAt: PAID_AT });
    await chargeOften(accountId, 11_000);
    const read = await readExpiring(AUTOCOMMIT, userId, SOON);
    expect(read).toMatchObject({ isExact: false, lots: [{ remainingMicro: 18_440_001n }] });
    await expireCredit(SOON);
    expect(await findCheckpoint(AUTOCOMMIT, accountId)).toMatchObject({
      lastEntryId: await newestEntry(accountId),
      // Within the hour: there was much to read.
      dueAt: new Date('2027-03-10T11:00:00.000Z'),
    });
    const current = await readExpiring(AUTOCOMMIT, userId, SOON);
    expect(current).toMatchObject({ isExact: true, lots: [{ remainingMicro: 18_439_000n }] });
    await expireCredit(OVER);
    expect(await soundBalance(userId)).toBe(0n);
  });

  it('of a user who bought before checkpoints existed is built from the whole ledger', async () => {
    const { userId, accountId } = await createAccount({ creditMicro: 1_000_000n });
    await buyCredit(accountId, { paidAt: PAID_AT });
    await spend(accountId, 450_000n);
    await change(AUTOCOMMIT, 'UPDATE credit_checkpoints SET last_entry_id = 0, lasting_micro = 0');
    expect((await readExpiring(AUTOCOMMIT, userId, SOON)).lots).toMatchObject([
      { remainingMicro: 18_000_000n },
    ]);
    await expireCredit(OVER);
    expect(await soundBalance(userId)).toBe(1_000_000n);
  });

  it('that does not add up to the balance has nothing booked, and others are checked all the same', async () => {
    const wrong = await createAccount();
    await buyCredit(wrong.accountId, { paidAt: PAID_AT });
    await change(AUTOCOMMIT, 'UPDATE credit_checkpoints SET lasting_micro = 5');
    const right = await createAccount();
    await buyCredit(right.accountId, { paidAt: PAID_AT });
    await expireCredit(OVER);
    expect(await ledgerSums(wrong.accountId)).toMatchObject({ balance: 18_450_000n, entries: 18_450_000n });
    expect(await ledgerSums(right.accountId)).toMatchObject({ balance: 0n, entries: 0n });
  });
});
