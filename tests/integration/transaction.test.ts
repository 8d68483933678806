import { Connection } from 'mysql2';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { change, selectLater, selectRow, write } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Tx } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { holdNamedLock } from '#tests/fixtures/named-lock.ts';
import { emptyTables } from '#tests/setup/database.ts';

let accountId: string;

beforeEach(async () => {
  await emptyTables();
  ({ accountId } = await createAccount());
});

const ADD = 'UPDATE accounts SET held_micro = held_micro + ? WHERE id = ?';
const add = (tx: Tx, micro: number) => write(tx, ADD, [micro, accountId]);

async function held(tx: Tx): Promise<number> {
  const sql = 'SELECT held_micro FROM accounts WHERE id = ?';
  return Number((await selectRow<{ held_micro: string }>(tx, sql, [accountId]))!.held_micro);
}

/** The statements that are sent from now on. */
const sent = () => vi.spyOn(Connection.prototype, 'query').mockClear().mock.calls as unknown[][];
afterEach(() => void vi.restoreAllMocks());

it('sends the writes of a transaction together, in order, with its next statement', async () => {
  await transaction(async (tx) => {
    const calls = sent();
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

it('begins with its first statement and commits with its last writes', async () => {
  let calls: unknown[][] = [];
  await transaction(async (tx) => {
    calls = sent();
    await add(tx, 5);
  });
  expect(calls.map(([sql]) => sql)).toEqual([
    `START TRANSACTION;UPDATE accounts SET held_micro = held_micro + 5 WHERE id = '${accountId}';COMMIT`,
  ]);
  expect(await held(AUTOCOMMIT)).toBe(5);
});

it('reports a write as done while the commit is on its way', async () => {
  let meanwhile: Promise<number> | undefined;
  const lock = await holdNamedLock();
  await transaction(async (tx) => {
    await write(tx, ADD, [1, accountId], () => {
      meanwhile = held(AUTOCOMMIT).finally(lock.release);
    });
    await write(tx, lock.wait);
  });
  expect(await meanwhile).toBe(0);
  expect(await held(AUTOCOMMIT)).toBe(1);
});

it('answers queries before the commit, once a later statement has changed rows', async () => {
  let meanwhile: Promise<unknown> | undefined;
  const lock = await holdNamedLock();
  await transaction(async (tx) => {
    const sql = 'SELECT held_micro FROM accounts WHERE id = ? FOR UPDATE';
    selectLater(tx, sql, [accountId], (rows) => {
      meanwhile = held(AUTOCOMMIT)
        .then((micro) => [rows, micro])
        .finally(lock.release);
    });
    await add(tx, 7);
    await write(tx, lock.wait);
  });
  expect(await meanwhile).toEqual([[{ held_micro: '0' }], 0]);
  expect(await held(AUTOCOMMIT)).toBe(7);
});

it('does not report it before COMMIT was sent', async () => {
  const hear = vi.fn<() => void>();
  await transaction(async (tx) => {
    await write(tx, ADD, [1, accountId], hear);
    await held(tx);
  });
  expect(hear).not.toHaveBeenCalled();
});

it('does not report it if it fails', async () => {
  const hear = vi.fn<() => void>();
  const failing = transaction(async (tx) => {
    await add(tx, 1);
    await write(tx, 'UPDATE accounts SET nothing = 1', [], hear);
  });
  await expect(failing).rejects.toMatchObject({ code: 'ER_BAD_FIELD_ERROR' });
  expect(hear).not.toHaveBeenCalled();
  expect(await held(AUTOCOMMIT)).toBe(0);
});

it.each([
  ['has nothing to say', async () => undefined],
  ['was given up before', () => Promise.reject(new Error('given up'))],
])('sends nothing to the database when it %s', async (_when, work) => {
  let calls: unknown[][] = [];
  await transaction(async () => {
    calls = sent();
    await work();
  }).catch(() => undefined);
  expect(calls).toEqual([]);
});

it('sends the statements of one turn together, and gives each caller its own answer', async () => {
  await transaction(async (tx) => {
    const calls = sent();
    await add(tx, 3);
    const [before, changed, after] = await Promise.all([held(tx), change(tx, ADD, [4, accountId]), held(tx)]);
    expect({ before, changed, after, calls: calls.length }).toEqual({
      before: 3,
      changed: 1,
      after: 7,
      calls: 1,
    });
  });
  expect(await held(AUTOCOMMIT)).toBe(7);
});

it('refuses all statements of one turn when one of them fails', async () => {
  let answers: PromiseSettledResult<unknown>[] = [];
  const broken = transaction(async (tx) => {
    await add(tx, 3);
    const wrong = selectRow(tx, 'SELECT nothing FROM accounts');
    answers = await Promise.allSettled([held(tx), wrong, held(tx)]);
    await wrong;
  });
  await expect(broken).rejects.toMatchObject({ code: 'ER_BAD_FIELD_ERROR' });
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await held(AUTOCOMMIT)).toBe(0);
});

it('returns the number of rows that the statement itself changed, and not those before it', async () => {
  await transaction(async (tx) => {
    await add(tx, 1);
    expect(await change(tx, ADD, [1, 'nobody'])).toBe(0);
    await add(tx, 1);
    expect(await change(tx, ADD, [1, accountId])).toBe(1);
  });
  expect(await held(AUTOCOMMIT)).toBe(3);
});

it.each(['with a next statement', 'at the end'])('rolls back everything when one fails %s', async (when) => {
  const broken = transaction(async (tx) => {
    await add(tx, 1);
    await write(tx, 'INSERT INTO accounts SELECT * FROM accounts WHERE id = ?', [accountId]);
    await add(tx, 1);
    if (when === 'with a next statement') await held(tx);
  });
  await expect(broken).rejects.toMatchObject({ code: 'ER_DUP_ENTRY' });
  expect(await held(AUTOCOMMIT)).toBe(0);
});

it('leaves nothing behind of an abandoned transaction', async () => {
  const given = transaction(async (tx) => {
    await add(tx, 1);
    throw new Error('given up');
  });
  await expect(given).rejects.toThrow('given up');
  expect(await held(AUTOCOMMIT)).toBe(0);
});

it('does not let the waiting statements grow without bound', async () => {
  await transaction(async (tx) => {
    const calls = sent();
    const long = `/* ${'x'.repeat(400_000)} */ ${ADD}`;
    for (let count = 0; count < 6; count += 1) await write(tx, long, [1, accountId]);
    expect(calls).toHaveLength(2);
  });
  expect(await held(AUTOCOMMIT)).toBe(6);
});

it('sends a single write at once', async () => {
  await add(AUTOCOMMIT, 7);
  expect(await held(AUTOCOMMIT)).toBe(7);
});
