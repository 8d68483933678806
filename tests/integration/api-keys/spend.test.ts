import { beforeEach, describe, expect, it } from 'vitest';
import { addSpend, lockBudgets, readSpend } from '#app/core/api-keys/budget.ts';
import { rotateApiKey } from '#app/core/api-keys/lifecycle.ts';
import { newId } from '#app/core/platform/ids.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { emptyTables } from '#tests/setup/database.ts';

let userId: string;
beforeEach(async () => {
  await emptyTables();
  ({ userId } = await createAccount());
});

const newKey = async () => (await addKey(userId)).key;

const charge = (keyId: string, chargedMicro: bigint, at: string) =>
  transaction((tx) => addSpend(tx, [{ keyId, chargedMicro }], new Date(at)));
const spendOf = async (keyId: string, at: string) =>
  (await readSpend(AUTOCOMMIT, [keyId], new Date(at))).get(keyId);

describe('the spend of a key', () => {
  it('leaves each window at its edge, and never leaves the total', async () => {
    const { id } = await newKey();
    // A Sunday, the last of a month, and the Monday after it.
    await charge(id, 1n, '2026-05-31T23:59:59.999Z');
    await charge(id, 10n, '2026-06-01T00:00:00.000Z');
    expect(await spendOf(id, '2026-05-31T12:00:00Z')).toMatchObject({ monthly: 11n, total: 11n });
    expect(await spendOf(id, '2026-06-01T12:00:00Z')).toEqual({
      daily: 10n,
      weekly: 10n,
      monthly: 10n,
      total: 11n,
    });
    await charge(id, 100n, '2026-06-07T23:59:59.999Z');
    expect(await spendOf(id, '2026-06-07T23:59:59.999Z')).toMatchObject({ daily: 100n, weekly: 110n });
    expect(await spendOf(id, '2026-06-08T00:00:00.000Z')).toEqual({
      daily: 0n,
      weekly: 0n,
      monthly: 110n,
      total: 111n,
    });
    expect(await spendOf(id, '2026-07-01T00:00:00Z')).toMatchObject({ monthly: 0n, total: 111n });
  });

  it('adds up the charges of several runs and several keys in one transaction', async () => {
    const [one, other] = [await newKey(), await newKey()];
    const big = 9_007_199_254_740_993n;
    await transaction((tx) =>
      addSpend(tx, [
        { keyId: one.id, chargedMicro: big },
        { keyId: other.id, chargedMicro: 5n },
        { keyId: one.id, chargedMicro: 2n },
        { keyId: one.id, chargedMicro: 0n },
        { keyId: newId(), chargedMicro: 7n },
      ]),
    );
    const spend = await readSpend(AUTOCOMMIT, [one.id, other.id, newId()]);
    expect([...spend.keys()].sort()).toEqual([one.id, other.id].sort());
    expect(spend.get(one.id)?.daily).toBe(big + 2n);
    expect(spend.get(other.id)?.total).toBe(5n);
  });

  it('is undone with its transaction', async () => {
    const { id } = await newKey();
    const failing = transaction(async (tx) => {
      await addSpend(tx, [{ keyId: id, chargedMicro: 5n }]);
      throw new Error('the booking failed');
    });
    await expect(failing).rejects.toThrow('the booking failed');
    expect((await readSpend(AUTOCOMMIT, [id])).get(id)?.total).toBe(0n);
  });

  it('is shared by keys that replaced each other', async () => {
    const first = await newKey();
    const { key: second } = await rotateApiKey({ userId, keyId: first.id, overlapSeconds: 60 });
    const { key: third } = await rotateApiKey({ userId, keyId: second.id, overlapSeconds: 60 });
    const at = '2026-06-03T10:00:00Z';
    await Promise.all([charge(first.id, 1n, at), charge(second.id, 20n, at), charge(third.id, 300n, at)]);
    for (const { id } of [first, second, third]) expect((await spendOf(id, at))?.daily).toBe(321n);
    const budgets = await transaction((tx) => lockBudgets(tx, [third.id]));
    expect(budgets.get(third.id)?.keyIds.sort()).toEqual([first.id, second.id, third.id].sort());
  });
});
