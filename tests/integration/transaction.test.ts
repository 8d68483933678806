import type { Connection } from 'mysql2';
import type { Transaction } from 'sequelize';
import { beforeEach, expect, it, vi } from 'vitest';
import { findAccount } from '#app/core/ledger/accounts.ts';
import { change, selectRow, write } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Tx } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { emptyTables } from '#tests/setup/database.ts';

let accountId: string;

beforeEach(async () => {
  await emptyTables();
  const { userId } = await createAccount({ creditMicro: 0n });
  accountId = (await findAccount(AUTOCOMMIT, userId))!.id;
});

const ADD = 'UPDATE accounts SET held_micro = held_micro + ? WHERE id = ?';
const add = (tx: Tx, micro: number) => write(tx, ADD, [micro, accountId]);

async function held(tx: Tx): Promise<number> {
  const sql = 'SELECT held_micro FROM accounts WHERE id = ?';
  return Number((await selectRow<{ held_micro: string }>(tx, sql, [accountId]))!.held_micro);
}

/** What is sent on the connection of a transaction from now on. */
const sent = (tx: Transaction) =>
  vi.spyOn((tx as unknown as { connection: Connection }).connection, 'query').mockClear().mock.calls;

it('sends the writes of a transaction together, in order, with its next statement', async () => {
  await transaction(async (tx) => {
    const calls = sent(tx);
    await add(tx, 1);
    await write(tx, 'UPDATE accounts SET held_micro = held_micro * 10 WHERE id = ?', [accountId]);
    await add(tx, 2);
    expect(calls).toHaveLength(0);
    expect(await held(tx)).toBe(12);
    expect(calls).toHaveLength(1);
    expect(await held(AUTOCOMMIT)).toBe(0);
  });
  expect(await held(AUTOCOMMIT)).toBe(12);
});

it('sends what is left before the commit', async () => {
  await transaction((tx) => add(tx, 5));
  expect(await held(AUTOCOMMIT)).toBe(5);
});

it('says how many rows the statement itself changed, and not those before it', async () => {
  await transaction(async (tx) => {
    await add(tx, 1);
    expect(await change(tx, ADD, [1, 'nobody'])).toBe(0);
    await add(tx, 1);
    expect(await change(tx, ADD, [1, accountId])).toBe(1);
  });
  expect(await held(AUTOCOMMIT)).toBe(3);
});

it.each(['with a next statement', 'at the end'])('takes everything back when one fails %s', async (when) => {
  const broken = transaction(async (tx) => {
    await add(tx, 1);
    await write(tx, 'INSERT INTO accounts SELECT * FROM accounts WHERE id = ?', [accountId]);
    await add(tx, 1);
    if (when === 'with a next statement') await held(tx);
  });
  await expect(broken).rejects.toMatchObject({ code: 'ER_DUP_ENTRY' });
  expect(await held(AUTOCOMMIT)).toBe(0);
});

it('leaves nothing behind of a transaction that was given up', async () => {
  const given = transaction(async (tx) => {
    await add(tx, 1);
    throw new Error('given up');
  });
  await expect(given).rejects.toThrow('given up');
  expect(await held(AUTOCOMMIT)).toBe(0);
});

it('does not let what waits grow without bound', async () => {
  await transaction(async (tx) => {
    const calls = sent(tx);
    const long = `/* ${'x'.repeat(400_000)} */ ${ADD}`;
    for (let count = 0; count < 6; count += 1) await write(tx, long, [1, accountId]);
    expect(calls).toHaveLength(2);
  });
  expect(await held(AUTOCOMMIT)).toBe(6);
});

it('sends a write at once that stands by itself', async () => {
  await add(AUTOCOMMIT, 7);
  expect(await held(AUTOCOMMIT)).toBe(7);
});
