import { Connection } from 'mysql2';
import { afterEach, expect, it, vi } from 'vitest';
import { lookUpRow, lookUpRows, write } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';

const number = (value: number) => lookUpRow<{ value: number }>(AUTOCOMMIT, 'SELECT ? AS value', [value]);

/** The packets that are sent from now on. */
const sent = () => vi.spyOn(Connection.prototype, 'query').mockClear().mock.calls as unknown[][];
afterEach(() => void vi.restoreAllMocks());

it('share a packet with those of the same turn, and each gets its own rows', async () => {
  // Connections are prepared by a packet of their own.
  await Promise.all(Array.from({ length: 40 }, (_, value) => number(value)));
  const packets = sent();
  const rows = await Promise.all(Array.from({ length: 40 }, (_, value) => number(value)));
  expect(rows.map((row) => row!.value)).toEqual(Array.from({ length: 40 }, (_, value) => value));
  expect(packets).toHaveLength(3);
  expect(
    await Promise.all([lookUpRows(AUTOCOMMIT, 'SELECT 1 FROM users WHERE id = ?', ['none']), number(7)]),
  ).toEqual([[], { value: 7 }]);
});

it('fail alone', async () => {
  const broken = lookUpRow(AUTOCOMMIT, 'SELECT no_such_column FROM users WHERE id = ?', ['a']);
  const results = await Promise.allSettled([number(1), broken, number(3)]);
  expect(results).toMatchObject([
    { status: 'fulfilled', value: { value: 1 } },
    { status: 'rejected', reason: { code: 'ER_BAD_FIELD_ERROR' } },
    { status: 'fulfilled', value: { value: 3 } },
  ]);
});

it('see what their transaction has written', async () => {
  const { accountId } = await createAccount();
  const sum = 'SELECT held_micro FROM accounts WHERE id = ?';
  await transaction(async (tx) => {
    await write(tx, 'UPDATE accounts SET held_micro = 5 WHERE id = ?', [accountId]);
    expect(await lookUpRow(tx, sum, [accountId])).toEqual({ held_micro: '5' });
    expect(await lookUpRow(AUTOCOMMIT, sum, [accountId])).toEqual({ held_micro: '0' });
  });
});
