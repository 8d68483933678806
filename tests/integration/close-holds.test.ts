import { beforeEach, describe, expect, it } from 'vitest';
import { lockAccounts, lockAccountsLater } from '#app/core/ledger/accounts.ts';
import { lockPayers } from '#app/core/ledger/caps/payers.ts';
import { holdAll } from '#app/core/ledger/hold.ts';
import { closeHolds, lockHolds, type Charged, type ClosedHold } from '#app/core/ledger/closed-holds.ts';
import { newId } from '#app/core/platform/ids.ts';
import { isGuardFailure } from '#db/optimistic-locking.ts';
import { change } from '#db/sql.ts';
import { transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createRandom } from '#tests/faults/random.ts';
import { ledgerSums } from '#tests/fixtures/ledger-sums.ts';
import { lockWaits } from '#tests/fixtures/lock-waits.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

beforeEach(emptyTables);

const CREDIT = 10_000n;
const ROUNDS = IS_FULL ? 40 : 10;

const openAccount = async () => (await createAccount({ creditMicro: CREDIT })).accountId;

/** A hold of a run with this final cost. */
async function hold(accountId: string, heldMicro: bigint, costMicro: bigint): Promise<ClosedHold> {
  const reference = newId();
  const request = { reference, accountId, wantedMicro: heldMicro, minMicro: heldMicro };
  await transaction(async (tx) => holdAll(tx, [request], await lockPayers(tx, [accountId])));
  return { reference, accountId, heldMicro, costMicro, applicationId: null, priceId: null };
}

/** @returns null if a hold is not as assumed */
async function optimistic(holds: ClosedHold[]): Promise<Charged[] | null> {
  try {
    return await transaction(async (tx) => {
      lockAccountsLater(
        tx,
        holds.map(({ accountId }) => accountId),
        () => undefined,
      );
      return closeHolds(tx, holds);
    });
  } catch (error) {
    if (isGuardFailure(error)) return null;
    throw error;
  }
}

/** Closes them by the actual holds, whatever the arguments assume. */
async function pessimistic(holds: ClosedHold[]): Promise<Charged[]> {
  return transaction(async (tx) => {
    await lockAccounts(
      tx,
      holds.map(({ accountId }) => accountId),
    );
    const held = await lockHolds(
      tx,
      holds.map(({ reference }) => reference),
    );
    return closeHolds(
      tx,
      holds.map((hold) => ({ ...hold, heldMicro: held.get(hold.reference)! })),
    );
  });
}

const UNTOUCHED = { balance: CREDIT, held: 500n, entries: CREDIT, holds: 500n };

describe('the end of holds', () => {
  it('books the usage, at most the hold, and releases the rest', async () => {
    const accountId = await openAccount();
    const ends = [await hold(accountId, 500n, 123n), await hold(accountId, 200n, 900n)];
    expect(await optimistic(ends)).toEqual([
      { chargedMicro: 123n, shortfallMicro: 0n },
      { chargedMicro: 200n, shortfallMicro: 700n },
    ]);
    expect(await ledgerSums(accountId)).toEqual({ balance: 9677n, held: 0n, entries: 9677n, holds: 0n });
  });

  it('books nothing for any of them if one hold is larger than before', async () => {
    const accountId = await openAccount();
    const grown = await hold(accountId, 400n, 10n);
    const other = await hold(accountId, 100n, 10n);
    expect(await optimistic([{ ...grown, heldMicro: 300n }, other])).toBeNull();
    expect(await ledgerSums(accountId)).toEqual(UNTOUCHED);
  });

  it('books nothing if a hold is closed, or listed twice', async () => {
    const accountId = await openAccount();
    const [kept, closed] = [await hold(accountId, 500n, 10n), await hold(accountId, 100n, 0n)];
    expect(await optimistic([closed])).toEqual([{ chargedMicro: 0n, shortfallMicro: 0n }]);
    expect(await optimistic([kept, closed])).toBeNull();
    expect(await optimistic([kept, kept])).toBeNull();
    expect(await ledgerSums(accountId)).toEqual(UNTOUCHED);
  });

  it('books a run once that two callers settle at the same moment, and reads a change that it waits for', async () => {
    const accountId = await openAccount();
    const end = await hold(accountId, 500n, 70n);
    const both = await Promise.all([optimistic([end]), optimistic([end])]);
    expect(both.filter((one) => one !== null)).toHaveLength(1);
    const grown = await hold(accountId, 500n, 70n);
    // It begins while the account is locked, and must see the changes of the lock's holder.
    const { settled } = await transaction(async (tx) => {
      await lockAccounts(tx, [accountId]);
      const begun = { settled: optimistic([grown]) };
      await expect.poll(() => lockWaits(accountId)).toBe(1);
      await change(tx, 'UPDATE holds SET amount_micro = 600 WHERE reference = ?', [grown.reference]);
      await change(tx, 'UPDATE accounts SET held_micro = held_micro + 100 WHERE id = ?', [accountId]);
      return begun;
    });
    expect(await settled).toBeNull();
    expect(await ledgerSums(accountId)).toEqual({ balance: 9930n, held: 600n, entries: 9930n, holds: 600n });
  });

  it('is the same with and without locks', async () => {
    const random = createRandom(20261122);
    for (let round = 0; round < ROUNDS; round += 1) {
      const count = random.whole(1, 3);
      const accounts = () => Promise.all(Array.from({ length: count }, openAccount));
      const [mine, theirs] = [await accounts(), await accounts()];
      const runs = Array.from({ length: random.whole(1, 6) }, () => ({
        who: random.whole(0, count - 1),
        held: BigInt(random.whole(0, 900)),
        cost: BigInt(random.whole(0, 1200)),
      }));
      const of = async (owners: string[]) => {
        const ends: ClosedHold[] = [];
        for (const { who, held, cost } of runs) ends.push(await hold(owners[who]!, held, cost));
        return ends;
      };
      expect(await optimistic(await of(mine))).toEqual(await pessimistic(await of(theirs)));
      expect(await Promise.all(mine.map(ledgerSums))).toEqual(await Promise.all(theirs.map(ledgerSums)));
    }
  });
});
