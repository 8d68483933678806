import { beforeEach, describe, expect, it } from 'vitest';
import { findAccount } from '#app/core/ledger/accounts.ts';
import { holdAll } from '#app/core/ledger/hold.ts';
import { guard, isGuardFailure } from '#db/optimistic-locking.ts';
import { change, selectRow, write } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { emptyTables } from '#tests/setup/database.ts';

let accountId: string;
beforeEach(async () => {
  await emptyTables();
  const { userId } = await createAccount({ creditMicro: 100n });
  accountId = (await findAccount(AUTOCOMMIT, userId))!.id;
});

const errorOf = (sql: string) =>
  transaction(async (tx) => {
    await write(tx, sql, sql.includes('?') ? [accountId] : []);
  }).then(
    () => null,
    (error: unknown) => error,
  );

describe('a guard', () => {
  it.each([
    [
      'SELECT',
      `SELECT CASE WHEN COUNT(*) < 1 THEN 1 ELSE ${guard('run-slots')} END FROM accounts GROUP BY id`,
    ],
    [
      'UPDATE of a number',
      `UPDATE accounts SET held_micro = CASE WHEN 1 = 2 THEN 0 ELSE ${guard('hold')} END`,
    ],
    ['UPDATE of a text', `UPDATE users SET name = CASE WHEN 1 = 2 THEN 'x' ELSE ${guard('row')} END`],
    [
      'a part of a sum',
      `UPDATE accounts SET held_micro = held_micro - CASE (SELECT COUNT(*) FROM holds) WHEN 1 THEN 0 ELSE ${guard('held')} END`,
    ],
  ])('fails where it is evaluated, and is recognized by its name: %s', async (_what, sql) => {
    const error = await errorOf(sql);
    expect(error).toMatchObject({ message: expect.stringMatching(/guard:(run-slots|hold|row|held)\b/) });
    expect(isGuardFailure(error)).toBe(true);
  });

  it.each([
    `SELECT CASE WHEN COUNT(*) = 1 THEN 1 ELSE ${guard('run-slots')} END FROM accounts GROUP BY id`,
    `SELECT CASE WHEN 1 = 1 THEN 1 ELSE ${guard('run-slots')} END`,
    `UPDATE accounts SET held_micro = CASE WHEN id = ? THEN 0 ELSE ${guard('hold')} END`,
    `UPDATE accounts SET held_micro = ${guard('hold')} WHERE id = 'nobody'`,
  ])('has no effect where it is not evaluated: %s', async (sql) => {
    expect(await errorOf(sql)).toBeNull();
  });

  it.each([
    ['NULL', 'UPDATE accounts SET held_micro = NULL', 'ER_BAD_NULL_ERROR'],
    [
      'a number out of range',
      'UPDATE accounts SET held_micro = 9223372036854775807 + balance_micro',
      'ER_DATA_OUT_OF_RANGE',
    ],
    [
      'a sum out of range around a guard that was not reached',
      `UPDATE accounts SET held_micro = 9223372036854775807 + balance_micro + CASE WHEN 1 = 1 THEN 0 ELSE ${guard('hold')} END`,
      'ER_DATA_OUT_OF_RANGE',
    ],
    [
      'the same the other way round',
      `UPDATE accounts SET held_micro = CASE WHEN 1 = 1 THEN 1 ELSE ${guard('hold')} END + 9223372036854775807`,
      'ER_DATA_OUT_OF_RANGE',
    ],
    ['a text too long', `UPDATE users SET name = REPEAT('guard:hold', 100)`, 'ER_DATA_TOO_LONG'],
  ])('is not confused with %s', async (_what, sql, code) => {
    const error = await errorOf(sql);
    expect(error).toMatchObject({ code });
    expect(isGuardFailure(error)).toBe(false);
  });
});

describe('a transaction with guards', () => {
  const hold = (tx: Parameters<typeof holdAll>[0], wantedMicro: bigint) =>
    holdAll(tx, [{ reference: 'a', accountId, wantedMicro, minMicro: wantedMicro }], null);
  const held = async () =>
    (await selectRow<{ held_micro: string }>(AUTOCOMMIT, 'SELECT held_micro FROM accounts'))!.held_micro;

  it('fails by its guard if an account has less', async () => {
    const error = await transaction((tx) => hold(tx, 1000n)).catch((refused: unknown) => refused);
    expect(isGuardFailure(error)).toBe(true);
    expect(await held()).toBe('0');
  });

  it('throws an error beside the guard unchanged', async () => {
    const broken = transaction(async (tx) => {
      await hold(tx, 10n);
      await change(tx, 'UPDATE users SET name = NULL');
    });
    const error = await broken.catch((refused: unknown) => refused);
    expect(error).toMatchObject({ code: 'ER_BAD_NULL_ERROR' });
    expect(isGuardFailure(error)).toBe(false);
    expect(await held()).toBe('0');
  });
});
