import { beforeEach, describe, expect, it } from 'vitest';
import { lockPayers } from '#app/core/ledger/caps/payers.ts';
import { holdAll, type HoldDecision, type HoldRequest } from '#app/core/ledger/hold.ts';
import { newId } from '#app/core/platform/ids.ts';
import { isGuardFailure } from '#db/optimistic-locking.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createRandom } from '#tests/faults/random.ts';
import { ledgerSums } from '#tests/fixtures/ledger-sums.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

beforeEach(emptyTables);

const accountWith = async (creditMicro: bigint) => (await createAccount({ creditMicro })).accountId;

const request = (accountId: string, wantedMicro: bigint, more: Partial<HoldRequest> = {}): HoldRequest => ({
  reference: newId(),
  accountId,
  wantedMicro,
  minMicro: wantedMicro,
  ...more,
});

/** Holds in a transaction of its own. @returns null if the accounts have not plenty */
async function optimistic(requests: HoldRequest[]): Promise<HoldDecision[] | null> {
  return transaction((tx) => holdAll(tx, requests, null)).catch((error: unknown) => {
    if (isGuardFailure(error)) return null;
    throw error;
  });
}

async function heldOf(accountId: string) {
  const { held, holds } = await ledgerSums(accountId);
  return { held, holds };
}

describe('optimistic holds', () => {
  it('succeed while twice the amount is free, and not below', async () => {
    const accountId = await accountWith(1000n);
    expect(await optimistic([request(accountId, 500n)])).toEqual([
      { granted: true, heldMicro: 500n, coveredMicro: 500n },
    ]);
    expect(await optimistic([request(accountId, 251n)])).toBeNull();
    expect(await heldOf(accountId)).toEqual({ held: 500n, holds: 500n });
    expect(await optimistic([request(accountId, 250n)])).not.toBeNull();
    expect(await heldOf(accountId)).toEqual({ held: 750n, holds: 750n });
  });

  it('hold a first step of the covered amount', async () => {
    const accountId = await accountWith(1000n);
    expect(await optimistic([request(accountId, 400n, { stepMicro: 100n })])).toEqual([
      { granted: true, heldMicro: 100n, coveredMicro: 400n },
    ]);
    expect(await heldOf(accountId)).toEqual({ held: 100n, holds: 100n });
  });

  it('hold for all or for none', async () => {
    const [rich, poor] = [await accountWith(1000n), await accountWith(10n)];
    expect(await optimistic([request(rich, 100n), request(poor, 6n), request(rich, 100n)])).toBeNull();
    for (const accountId of [rich, poor]) expect(await heldOf(accountId)).toEqual({ held: 0n, holds: 0n });
  });

  it('refuse even the free amount to an account below zero', async () => {
    const accountId = await accountWith(0n);
    expect(await optimistic([request(accountId, 0n)])).not.toBeNull();
    await change(AUTOCOMMIT, 'UPDATE accounts SET balance_micro = -1 WHERE id = ?', [accountId]);
    expect(await optimistic([request(accountId, 0n)])).toBeNull();
  });

  it('never let concurrent callers hold more than there is', async () => {
    const accountId = await accountWith(1000n);
    const all = await Promise.all(
      Array.from({ length: 100 }, () => optimistic([request(accountId, 100n)]).then((held) => held !== null)),
    );
    // The ninth has two hundred before it, and a tenth would have one.
    expect(all.filter(Boolean)).toHaveLength(9);
    expect(await heldOf(accountId)).toEqual({ held: 900n, holds: 900n });
  });

  const ROUNDS = IS_FULL ? 60 : 18;

  it('decide like pessimistic ones whenever they decide', async () => {
    const random = createRandom(20261122);
    const pairs: [object, object][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const balances = Array.from({ length: random.whole(1, 3) }, () => BigInt(random.whole(0, 1000)));
      const [mine, theirs] = [
        await Promise.all(balances.map(accountWith)),
        await Promise.all(balances.map(accountWith)),
      ];
      const wishes = Array.from({ length: random.whole(1, 5) }, () => {
        const wanted = random.whole(0, 200);
        return {
          who: random.whole(0, balances.length - 1),
          wantedMicro: BigInt(wanted),
          minMicro: BigInt(random.whole(0, wanted)),
          stepMicro: random.whole(0, 1) === 0 ? undefined : BigInt(random.whole(0, 200)),
        };
      });
      const of = (accounts: string[]) =>
        wishes.map(({ who, ...wish }) => ({ reference: newId(), accountId: accounts[who]!, ...wish }));
      const held = await optimistic(of(mine));
      const locked = await transaction(async (tx) => holdAll(tx, of(theirs), await lockPayers(tx, theirs)));
      // A caller that locks first may find that it is enough after all.
      if (held === null) continue;
      const heldOfAll = (accounts: string[]) => Promise.all(accounts.map(heldOf));
      pairs.push([
        { decisions: held, accounts: await heldOfAll(mine) },
        { decisions: locked, accounts: await heldOfAll(theirs) },
      ]);
    }
    for (const [mine, theirs] of pairs) expect(mine).toEqual(theirs);
    expect(pairs.length).toBeGreaterThan(ROUNDS / 6);
    expect(pairs.length).toBeLessThan(ROUNDS);
  });
});

it('is strict about values whatever the server’s mode is', async () => {
  const mode = await selectRow<{ mode: string }>(AUTOCOMMIT, 'SELECT @@SESSION.sql_mode AS mode');
  expect(mode!.mode).toContain('STRICT_ALL_TABLES');
});
