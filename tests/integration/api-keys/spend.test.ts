import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiKey, Caps } from '#app/core/api-keys/api-key.ts';
import { addSpend, checkCaps, lockBudgets, readSpend } from '#app/core/api-keys/budget.ts';
import { rotateApiKey } from '#app/core/api-keys/lifecycle.ts';
import { lockAccounts } from '#app/core/ledger/accounts.ts';
import { newId } from '#app/core/platform/ids.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

let userId: string;
let accountId: string;
beforeEach(async () => {
  await emptyTables();
  ({ userId, accountId } = await createAccount());
});

const newKey = async (caps: Partial<Caps> = {}) => (await addKey(userId, { caps })).key;

const charge = (keyId: string, chargedMicro: bigint, at: string) =>
  transaction((tx) => addSpend(tx, [{ keyId, chargedMicro }], new Date(at)));
const spendOf = async (keyId: string, at: string) =>
  (await readSpend(AUTOCOMMIT, [keyId], new Date(at))).get(keyId);

describe('the spend of a key', () => {
  it('falls out of each window at its edge, and never out of the total', async () => {
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

  it('adds up what several runs and several keys are charged in one transaction', async () => {
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

  it('is shared by keys that replaced one another', async () => {
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

describe('a cap under concurrent calls', () => {
  const HOLD = 10n;
  const CAP = IS_FULL ? 200n : 80n;
  /** As many callers as rounds of each. */
  const CALLERS = IS_FULL ? 8 : 4;

  /** What is held for the runs of a budget. The test keeps it in the ledger's table, under the key as account. */
  async function heldOf(tx: Transaction, keyIds: string[]): Promise<bigint> {
    const sum = await selectRow<{ sum: string | null }>(
      tx,
      'SELECT SUM(amount_micro) AS sum FROM holds WHERE account_id IN (?)',
      [keyIds],
    );
    return BigInt(sum?.sum ?? 0);
  }

  /** One admission, in the order that `checkCaps` wants. */
  function admit(key: ApiKey): Promise<string | null> {
    return transaction(async (tx) => {
      await lockAccounts(tx, [accountId]);
      const budget = (await lockBudgets(tx, [key.id])).get(key.id);
      const held = await heldOf(tx, budget?.keyIds ?? []);
      const spend = (await readSpend(tx, [key.id])).get(key.id);
      if (!spend || checkCaps(key, spend, held + HOLD)) return null;
      const reference = newId();
      await change(
        tx,
        'INSERT INTO holds (reference, account_id, amount_micro, created_at) VALUES (?, ?, ?, NOW(3))',
        [reference, key.id, HOLD],
      );
      return reference;
    });
  }

  /** One settle: the hold becomes a smaller charge. */
  function settle(key: ApiKey, reference: string, chargedMicro: bigint): Promise<void> {
    return transaction(async (tx) => {
      await lockAccounts(tx, [accountId]);
      await addSpend(tx, [{ keyId: key.id, chargedMicro }]);
      await change(tx, 'DELETE FROM holds WHERE reference = ?', [reference]);
    });
  }

  async function used(key: ApiKey): Promise<bigint> {
    return transaction(async (tx) => {
      await lockAccounts(tx, [accountId]);
      const budget = (await lockBudgets(tx, [key.id])).get(key.id);
      const spend = (await readSpend(tx, [key.id])).get(key.id);
      return (await heldOf(tx, budget?.keyIds ?? [])) + (spend?.total ?? 0n);
    });
  }

  it('admits as many as fit and not one more, also with two keys of one budget', async () => {
    const first = await newKey({ total: 100n });
    const { key: second } = await rotateApiKey({ userId, keyId: first.id, overlapSeconds: 60 });
    const calls = Array.from({ length: 30 }, (_, n) => admit(n % 2 === 0 ? first : second));
    const admitted = (await Promise.all(calls)).filter((reference) => reference !== null);
    expect(admitted).toHaveLength(10);
    expect(await used(first)).toBe(100n);
  });

  it('is never passed while calls are admitted and settled at the same time, and is used up in the end', async () => {
    const key = await newKey({ daily: CAP });
    const most: bigint[] = [];
    const caller = async (n: number) => {
      for (let round = 0; round < CALLERS; round += 1) {
        const reference = await admit(key);
        if (reference) await settle(key, reference, BigInt((n + round) % 10));
        most.push(await used(key));
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, (_, n) => caller(n)));
    // Who was refused at the end may have been refused for what others held just then: one goes on alone.
    for (let reference = await admit(key); reference; reference = await admit(key)) {
      await settle(key, reference, 1n);
      most.push(await used(key));
    }
    expect(most.every((sum) => sum <= CAP)).toBe(true);
    const left = CAP - (await used(key));
    expect(left).toBeLessThan(HOLD);
  });
});
