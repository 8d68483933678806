import { afterEach, expect, it, vi } from 'vitest';
import type { CallFilter } from '#app/core/generation/report/calls.ts';
import { exportCalls } from '#app/core/generation/report/call-export.ts';
import { closeDatabase, connectDatabase } from '#db/client.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { makePastCalls } from '#tests/fixtures/past-calls.ts';
import { watchStatements } from '#tests/fixtures/sent-statements.ts';

afterEach(() => vi.restoreAllMocks());

async function exported(filter: CallFilter, sizes: { batch: number; names: number }) {
  const batches = [];
  for await (const calls of exportCalls(AUTOCOMMIT, filter, sizes))
    batches.push(calls.map(({ model, keyName }) => [model.replace('maker/model-', ''), keyName]));
  return batches;
}

it('names the keys of calls, though few names are cached from batch to batch', async () => {
  const { userId } = await createAccount();
  const ids = await makePastCalls({ userId, count: 7 });
  const keys = await Promise.all(['a', 'b', 'c', ''].map((name) => addKey(userId, { name: name || 'gone' })));
  const madeWith = (call: number, key: number) =>
    change(AUTOCOMMIT, 'UPDATE generations SET api_key_id = ? WHERE id = ?', [
      keys[key]!.keyId,
      ids[call - 1]!,
    ]);
  for (const [call, key] of [3, 0, 1, 0, 1, 2].entries()) await madeWith(call + 1, key);
  await change(AUTOCOMMIT, 'DELETE FROM api_keys WHERE id = ?', [keys[3]!.keyId]);
  const batches = [
    [
      ['7', null],
      ['6', 'c'],
      ['5', 'b'],
    ],
    [
      ['4', 'a'],
      ['3', 'b'],
      ['2', 'a'],
    ],
    [['1', null]],
  ];
  for (const names of [0, 1, 100]) expect(await exported({ userId }, { batch: 3, names })).toEqual(batches);
  expect(await exported({ userId, keyId: keys[1]!.keyId }, { batch: 3, names: 0 })).toEqual([
    [['5', 'b']],
    [['3', 'b']],
    [],
  ]);
});

it('ends if the last batch is exactly full', async () => {
  const { userId } = await createAccount();
  await makePastCalls({ userId, count: 4 });
  expect(await exported({ userId }, { batch: 2, names: 1 })).toHaveLength(3);
  expect((await exported({ userId }, { batch: 2, names: 1 })).flat().map(([model]) => model)).toEqual([
    '4',
    '3',
    '2',
    '1',
  ]);
});

it('reads only a few batches ahead of its reader', async () => {
  const { userId } = await createAccount();
  const ids = await makePastCalls({ userId, count: 10 });
  const batches = exportCalls(AUTOCOMMIT, { userId }, { batch: 1, names: 1 });
  const statements = watchStatements();
  expect((await batches.next()).value).toMatchObject([{ id: ids[9] }]);
  await expect.poll(statements.hasMore, { interval: 100 }).toBe(false);
  await change(AUTOCOMMIT, 'DELETE FROM generations WHERE id IN (?)', [ids.slice(0, 5)]);
  const rest = [];
  for await (const calls of batches) rest.push(...calls.map(({ id }) => id));
  expect(rest).toEqual(ids.slice(5, 9).toReversed());
});

it('fails if a batch could not be read, after those before it', async () => {
  const { userId } = await createAccount();
  const ids = await makePastCalls({ userId, count: 10 });
  const batches = exportCalls(AUTOCOMMIT, { userId }, { batch: 1, names: 1 });
  const got: string[] = [];
  const take = async () => {
    for await (const calls of batches) {
      got.push(...calls.map(({ id }) => id));
      if (got.length === 2) await closeDatabase();
    }
  };
  try {
    await expect(take()).rejects.toThrow(/pool of connections|connectDatabase/);
  } finally {
    connectDatabase(process.env.DATABASE_URL!);
  }
  expect(got).toEqual(ids.slice(-got.length).toReversed());
  expect(got.length).toBeLessThan(10);
});
