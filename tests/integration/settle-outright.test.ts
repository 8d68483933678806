import { beforeEach, describe, expect, it } from 'vitest';
import { lockAccounts } from '#app/core/ledger/accounts.ts';
import { holdAll } from '#app/core/ledger/hold.ts';
import { settleOutright, type KnownSettlement } from '#app/core/ledger/settle-outright.ts';
import { lockHolds, settleAll, type Settled } from '#app/core/ledger/settle.ts';
import { newId } from '#app/core/platform/ids.ts';
import { isGuardFailure } from '#db/guard.ts';
import { change } from '#db/sql.ts';
import { transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createRandom } from '#tests/faults/random.ts';
import { ledgerSums } from '#tests/fixtures/ledger-sums.ts';
import { emptyTables } from '#tests/setup/database.ts';

beforeEach(emptyTables);

const CREDIT = 10_000n;

const openAccount = async () => (await createAccount({ creditMicro: CREDIT })).accountId;

/** Money that is held for a run which cost so much in the end. */
async function hold(accountId: string, heldMicro: bigint, costMicro: bigint): Promise<KnownSettlement> {
  const reference = newId();
  await transaction((tx) =>
    holdAll(tx, [{ reference, accountId, wantedMicro: heldMicro, leastMicro: heldMicro }]),
  );
  return { reference, accountId, heldMicro, costMicro, applicationId: null, priceId: null };
}

/** @returns null where a hold is not as it is said to be */
async function outright(settlements: KnownSettlement[]): Promise<Settled[] | null> {
  try {
    const settled = await transaction((tx) => settleOutright(tx, settlements));
    return await settled();
  } catch (error) {
    if (isGuardFailure(error)) return null;
    throw error;
  }
}

async function looking(settlements: KnownSettlement[]): Promise<Settled[]> {
  return transaction(async (tx) => {
    await lockAccounts(
      tx,
      settlements.map(({ accountId }) => accountId),
    );
    const references = settlements.map(({ reference }) => reference);
    return settleAll(tx, settlements, await lockHolds(tx, references));
  });
}

const UNTOUCHED = { balance: CREDIT, held: 500n, entries: CREDIT, holds: 500n };

describe('a settle without a look', () => {
  it('books what was used, at most what was held, and releases the rest', async () => {
    const accountId = await openAccount();
    const ends = [await hold(accountId, 500n, 123n), await hold(accountId, 200n, 900n)];
    expect(await outright(ends)).toEqual([
      { settled: true, chargedMicro: 123n, shortfallMicro: 0n, balanceMicro: 9677n },
      { settled: true, chargedMicro: 200n, shortfallMicro: 700n, balanceMicro: 9677n },
    ]);
    expect(await ledgerSums(accountId)).toEqual({ balance: 9677n, held: 0n, entries: 9677n, holds: 0n });
  });

  it('books nothing for anybody where one hold is larger than it was', async () => {
    const accountId = await openAccount();
    const grown = await hold(accountId, 400n, 10n);
    const other = await hold(accountId, 100n, 10n);
    expect(await outright([{ ...grown, heldMicro: 300n }, other])).toBeNull();
    expect(await ledgerSums(accountId)).toEqual(UNTOUCHED);
  });

  it('books nothing where a hold is closed, or stands twice', async () => {
    const accountId = await openAccount();
    const [kept, closed] = [await hold(accountId, 500n, 10n), await hold(accountId, 100n, 0n)];
    expect(await outright([closed])).toMatchObject([{ settled: true, chargedMicro: 0n }]);
    expect(await outright([kept, closed])).toBeNull();
    expect(await outright([kept, kept])).toBeNull();
    expect(await ledgerSums(accountId)).toEqual(UNTOUCHED);
  });

  it('books a run once that two of them settle at the same moment, and looks after a change that it waits for', async () => {
    const accountId = await openAccount();
    const end = await hold(accountId, 500n, 70n);
    const both = await Promise.all([outright([end]), outright([end])]);
    expect(both.filter((one) => one !== null)).toHaveLength(1);
    const grown = await hold(accountId, 500n, 70n);
    const [settled] = await Promise.all([
      // It begins while the account is locked, and must see what the lock's holder has changed.
      new Promise((resolve) => setTimeout(resolve, 100)).then(() => outright([grown])),
      transaction(async (tx) => {
        await lockAccounts(tx, [accountId]);
        await new Promise((resolve) => setTimeout(resolve, 300));
        await change(tx, 'UPDATE holds SET amount_micro = 600 WHERE reference = ?', [grown.reference]);
        await change(tx, 'UPDATE accounts SET held_micro = held_micro + 100 WHERE id = ?', [accountId]);
      }),
    ]);
    expect(settled).toBeNull();
    expect(await ledgerSums(accountId)).toEqual({ balance: 9930n, held: 600n, entries: 9930n, holds: 600n });
  });

  it('does what a settle with a look does', async () => {
    const random = createRandom(20261122);
    for (let round = 0; round < 40; round += 1) {
      const count = random.whole(1, 3);
      const accounts = () => Promise.all(Array.from({ length: count }, openAccount));
      const [mine, theirs] = [await accounts(), await accounts()];
      const runs = Array.from({ length: random.whole(1, 6) }, () => ({
        who: random.whole(0, count - 1),
        held: BigInt(random.whole(0, 900)),
        cost: BigInt(random.whole(0, 1200)),
      }));
      const of = async (owners: string[]) => {
        const ends: KnownSettlement[] = [];
        for (const { who, held, cost } of runs) ends.push(await hold(owners[who]!, held, cost));
        return ends;
      };
      expect(await outright(await of(mine))).toEqual(await looking(await of(theirs)));
      expect(await Promise.all(mine.map(ledgerSums))).toEqual(await Promise.all(theirs.map(ledgerSums)));
    }
  });
});
