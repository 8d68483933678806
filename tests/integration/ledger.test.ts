import { beforeEach, describe, expect, it } from 'vitest';
import { lockAccounts } from '#app/core/ledger/accounts.ts';
import { lockPayers } from '#app/core/ledger/caps/payers.ts';
import { bookEntry } from '#app/core/ledger/book.ts';
import { holdAll, type HoldDecision, type HoldRequest } from '#app/core/ledger/hold.ts';
import { closeHolds, lockHolds, type Charged } from '#app/core/ledger/closed-holds.ts';
import { newId } from '#app/core/platform/ids.ts';
import { transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { ledgerSums } from '#tests/fixtures/ledger-sums.ts';
import { emptyTables } from '#tests/setup/database.ts';

beforeEach(emptyTables);

function hold(accountId: string, amount: bigint, least = amount): HoldRequest {
  return { reference: newId(), accountId, wantedMicro: amount, minMicro: least };
}

async function holdAlone(request: HoldRequest): Promise<HoldDecision> {
  const [decision] = await transaction(async (tx) =>
    holdAll(tx, [request], await lockPayers(tx, [request.accountId])),
  );
  return decision!;
}

/** The final cost of a run. */
interface End {
  reference: string;
  accountId: string;
  costMicro: bigint;
}

/** @returns null if its hold was already closed */
async function settleAlone({ reference, accountId, costMicro }: End): Promise<Charged | null> {
  return transaction(async (tx) => {
    await lockAccounts(tx, [accountId]);
    const heldMicro = (await lockHolds(tx, [reference])).get(reference);
    if (heldMicro === undefined) return null;
    const hold = { reference, accountId, heldMicro, costMicro, applicationId: null, priceId: null };
    return (await closeHolds(tx, [hold]))[0]!;
  });
}

describe('holds', () => {
  it('admits exactly as many of 200 concurrent callers as the money pays for', async () => {
    const { accountId } = await createAccount({ creditMicro: 1000n });
    const decisions = await Promise.all(Array.from({ length: 200 }, () => holdAlone(hold(accountId, 100n))));
    expect(decisions.filter((decision) => decision.granted)).toHaveLength(10);
    expect(await ledgerSums(accountId)).toEqual({
      balance: 1000n,
      held: 1000n,
      entries: 1000n,
      holds: 1000n,
    });
  });

  it('reports the needed and the available amount', async () => {
    const { accountId } = await createAccount({ creditMicro: 50n });
    expect(await holdAlone(hold(accountId, 80n))).toEqual({
      granted: false,
      short: 'account',
      neededMicro: 80n,
      availableMicro: 50n,
    });
  });

  it('takes at most half of the free money, but never less than the minimum', async () => {
    const { accountId } = await createAccount({ creditMicro: 1000n });
    expect(await holdAlone(hold(accountId, 900n, 10n))).toMatchObject({ granted: true, heldMicro: 500n });
    expect(await holdAlone(hold(accountId, 900n, 400n))).toMatchObject({ granted: true, heldMicro: 400n });
    expect((await holdAlone(hold(accountId, 900n, 400n))).granted).toBe(false);
  });

  it('holds a first step if more may follow, and reports what the money covers', async () => {
    const { accountId } = await createAccount({ creditMicro: 1000n });
    const request = { ...hold(accountId, 900n, 10n), stepMicro: 100n };
    expect(await holdAlone(request)).toEqual({ granted: true, heldMicro: 100n, coveredMicro: 500n });
    const short = { ...request, reference: newId(), wantedMicro: 60n };
    expect(await holdAlone(short)).toEqual({ granted: true, heldMicro: 60n, coveredMicro: 60n });
  });

  it('decides in order of arrival inside one batch, over several accounts', async () => {
    const [rich, poor] = [
      await createAccount({ creditMicro: 1000n }),
      await createAccount({ creditMicro: 5n }),
    ];
    const requests = [
      hold(rich.accountId, 300n),
      hold(poor.accountId, 300n),
      hold(rich.accountId, 600n),
      hold(rich.accountId, 200n),
      hold(poor.accountId, 5n),
    ];
    const decisions = await transaction(async (tx) =>
      holdAll(tx, requests, await lockPayers(tx, [rich.accountId, poor.accountId])),
    );
    expect(decisions.map((decision) => decision.granted)).toEqual([true, false, true, false, true]);
    expect(await ledgerSums(rich.accountId)).toMatchObject({ held: 900n, holds: 900n });
    expect(await ledgerSums(poor.accountId)).toMatchObject({ held: 5n, holds: 5n });
  });
});

describe('settles', () => {
  it('charges each hold exactly once, however many settle it concurrently', async () => {
    const { accountId } = await createAccount({ creditMicro: 1000n });
    const request = hold(accountId, 400n);
    await holdAlone(request);
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        settleAlone({ reference: request.reference, accountId, costMicro: 123n }),
      ),
    );
    expect(results.filter((one) => one !== null)).toHaveLength(1);
    expect(await ledgerSums(accountId)).toEqual({ balance: 877n, held: 0n, entries: 877n, holds: 0n });
  });

  it('never charges more than the hold; the operator bears the rest', async () => {
    const { accountId } = await createAccount({ creditMicro: 1000n });
    const request = hold(accountId, 100n);
    await holdAlone(request);
    const result = await settleAlone({ reference: request.reference, accountId, costMicro: 130n });
    expect(result).toEqual({ chargedMicro: 100n, shortfallMicro: 30n });
    expect(await ledgerSums(accountId)).toMatchObject({ balance: 900n, held: 0n });
  });

  it('books nothing for a free reply, and releases its hold', async () => {
    const { accountId } = await createAccount({ creditMicro: 1000n });
    const request = hold(accountId, 100n);
    await holdAlone(request);
    await settleAlone({ reference: request.reference, accountId, costMicro: 0n });
    expect(await ledgerSums(accountId)).toEqual({ balance: 1000n, held: 0n, entries: 1000n, holds: 0n });
  });

  it('keeps the sum of the entries equal to the balance under concurrent holds and settles', async () => {
    const accounts = await Promise.all([1, 2, 3].map(() => createAccount({ creditMicro: 10_000n })));
    await Promise.all(
      Array.from({ length: 90 }, async (_, index) => {
        const { accountId } = accounts[index % 3]!;
        const request = hold(accountId, BigInt(50 + index), 10n);
        const decision = await holdAlone(request);
        if (!decision.granted) return;
        const cost = BigInt((index * 37) % 120);
        await settleAlone({ reference: request.reference, accountId, costMicro: cost });
      }),
    );
    for (const { accountId } of accounts) {
      const { balance, held, entries, holds } = await ledgerSums(accountId);
      expect(balance).toBe(entries);
      expect(held).toBe(0n);
      expect(holds).toBe(0n);
      expect(balance).toBeLessThan(10_000n);
    }
  });
});

describe('bookings', () => {
  it('books a reference once, however many book it concurrently', async () => {
    const { userId, accountId } = await createAccount({ creditMicro: 0n });
    const booked = await Promise.all(
      Array.from({ length: 10 }, () =>
        transaction((tx) => bookEntry(tx, { userId, kind: 'grant', reference: 'grant:1', amountMicro: 70n })),
      ),
    );
    expect(booked.filter(Boolean)).toHaveLength(1);
    expect(await ledgerSums(accountId)).toMatchObject({ balance: 70n, entries: 70n });
  });
});
