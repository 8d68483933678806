import { beforeEach, describe, expect, it } from 'vitest';
import { lockAccounts } from '#app/core/ledger/accounts.ts';
import { bookEntry } from '#app/core/ledger/book.ts';
import { countMonth, readCapsAndSpend } from '#app/core/ledger/caps/stored-caps.ts';
import { lockPayers } from '#app/core/ledger/caps/payers.ts';
import { holdAll, type HoldRequest } from '#app/core/ledger/hold.ts';
import { newId } from '#app/core/platform/ids.ts';
import { isGuardFailure } from '#db/optimistic-locking.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { setCaps } from '#tests/factories/set-caps.ts';
import { createRandom } from '#tests/faults/random.ts';
import { ledgerSums } from '#tests/fixtures/ledger-sums.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

const CREDIT = 1_000_000n;
let userId: string;
let accountId: string;
beforeEach(async () => {
  await emptyTables();
  ({ userId, accountId } = await createAccount({ creditMicro: CREDIT }));
});

const request = (wantedMicro: bigint, more: Partial<HoldRequest> = {}): HoldRequest => ({
  reference: newId(),
  accountId,
  wantedMicro,
  minMicro: wantedMicro,
  ...more,
});

const hold = (requests: HoldRequest[], now?: Date) =>
  transaction(async (tx) => holdAll(tx, requests, await lockPayers(tx, [accountId], now)));

/** A charge as a settle books it, at a moment. */
const charge = (micro: bigint, at: string | Date) =>
  transaction(async (tx) => {
    await lockAccounts(tx, [accountId]);
    await change(
      tx,
      `INSERT INTO ledger_entries (account_id, kind, reference, amount_micro, created_at) VALUES (?)`,
      [[accountId, 'charge', `charge:${newId()}`, -micro, new Date(at)]],
    );
    await change(tx, 'UPDATE accounts SET balance_micro = balance_micro - ? WHERE id = ?', [
      micro,
      accountId,
    ]);
  });

/** The remaining amount by window at a moment. */
async function leftAt(at: string | Date): Promise<Record<string, bigint>> {
  const payers = await transaction((tx) => lockPayers(tx, [accountId], new Date(at)));
  return Object.fromEntries(payers.get(accountId)!.caps.map(({ window, leftMicro }) => [window, leftMicro]));
}

describe('a personal cap', () => {
  it('limits holds like the balance does, in addition to it', async () => {
    await setCaps(userId, { daily: 100n, monthly: 150n });
    expect(await hold([request(60n), request(41n), request(40n)])).toMatchObject([
      { granted: true, heldMicro: 60n },
      { granted: false, short: 'budget', neededMicro: 41n, availableMicro: 40n, budget: { window: 'daily' } },
      { granted: true, heldMicro: 40n },
    ]);
    // A hold counts in the next transaction as it does in this one.
    expect(await hold([request(1n)])).toMatchObject([{ granted: false, availableMicro: 0n }]);
    expect(await ledgerSums(accountId)).toMatchObject({ held: 100n, holds: 100n });
  });

  it('lowers the covered length of an open answer, but not below its minimum', async () => {
    await setCaps(userId, { daily: 100n });
    expect(await hold([request(500n, { minMicro: 50n, stepMicro: 30n })])).toMatchObject([
      { granted: true, heldMicro: 30n, coveredMicro: 100n },
    ]);
    expect(await hold([request(500n, { minMicro: 71n })])).toMatchObject([{ granted: false }]);
    expect(await hold([request(500n, { minMicro: 70n })])).toMatchObject([{ granted: true, heldMicro: 70n }]);
  });

  it('is checked beside the budget of a key, after the money, whose error comes first', async () => {
    await setCaps(userId, { daily: 100n });
    const budget = { id: 'key', leftMicro: 50n };
    expect(await hold([request(60n, { budgets: [budget] })])).toMatchObject([{ short: 'budget', budget }]);
    expect(await hold([request(101n, { budgets: [{ id: 'key', leftMicro: 500n }] })])).toMatchObject([
      { short: 'budget', budget: { window: 'daily', capMicro: 100n } },
    ]);
    expect(await hold([request(CREDIT + 1n)])).toMatchObject([{ short: 'account' }]);
  });

  it('is that of the month if day and month refuse: it lasts longer', async () => {
    await setCaps(userId, { daily: 10n, monthly: 20n });
    expect(await hold([request(30n)])).toMatchObject([{ budget: { window: 'monthly' } }]);
    expect(await hold([request(15n)])).toMatchObject([{ budget: { window: 'daily' } }]);
  });

  it('applies to one account: others in the same transaction do not share it', async () => {
    const other = await createAccount({ creditMicro: CREDIT });
    await setCaps(userId, { daily: 10n });
    const decisions = await transaction(async (tx) =>
      holdAll(
        tx,
        [request(11n), request(11n, { accountId: other.accountId }), request(10n)],
        await lockPayers(tx, [accountId, other.accountId]),
      ),
    );
    expect(decisions.map(({ granted }) => granted)).toEqual([false, true, true]);
  });

  it('fails an optimistic hold, which writes nothing, until it is removed', async () => {
    const optimistic = () =>
      transaction((tx) => holdAll(tx, [request(5n)], null)).then(
        () => 'held',
        (error: unknown) => (isGuardFailure(error) ? 'guard' : error),
      );
    expect(await optimistic()).toBe('held');
    await setCaps(userId, { monthly: CREDIT });
    expect(await optimistic()).toBe('guard');
    expect(await ledgerSums(accountId)).toMatchObject({ held: 5n, holds: 5n });
    await setCaps(userId, {});
    expect(await optimistic()).toBe('held');
  });
});

describe('spending that counts under a cap', () => {
  it('leaves the day and the month at midnight, UTC', async () => {
    await setCaps(userId, { daily: 1000n, monthly: 10_000n });
    await charge(100n, '2031-05-31T23:59:59.999Z');
    expect(await leftAt('2031-05-31T23:59:59.999Z')).toEqual({ daily: 900n, monthly: 9900n });
    expect(await leftAt('2031-06-01T00:00:00.000Z')).toEqual({ daily: 1000n, monthly: 10_000n });
    await charge(7n, '2031-06-01T00:00:00.000Z');
    await charge(20n, '2031-06-02T10:00:00.000Z');
    expect(await leftAt('2031-06-02T23:00:00.000Z')).toEqual({ daily: 980n, monthly: 9973n });
    expect(await leftAt('2031-06-03T00:00:00.000Z')).toEqual({ daily: 1000n, monthly: 9973n });
    expect(await leftAt('2031-07-01T00:00:00.000Z')).toEqual({ daily: 1000n, monthly: 10_000n });
  });

  it('includes holds in both windows, for as long as they are held', async () => {
    await setCaps(userId, { daily: 1000n, monthly: 10_000n });
    await hold([request(300n)], new Date('2031-05-31T23:59:00Z'));
    expect(await leftAt('2031-06-01T00:00:01Z')).toEqual({ daily: 700n, monthly: 9700n });
  });

  it('includes charges of this month before it was set, and no grants', async () => {
    const now = new Date();
    const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) - 1);
    await charge(1000n, before);
    await charge(30n, now);
    const grant = { userId, kind: 'grant', reference: newId(), amountMicro: -500n } as const;
    await transaction((tx) => bookEntry(tx, grant));
    await charge(4n, now);
    await setCaps(userId, { daily: 100n, monthly: 100n });
    expect(await leftAt(now)).toEqual({ daily: 66n, monthly: 66n });
  });

  it('is counted again if the cap was removed and is set again', async () => {
    await setCaps(userId, { daily: 100n });
    await charge(10n, new Date());
    await setCaps(userId, {});
    expect(await leftAt(new Date())).toEqual({});
    await charge(10n, new Date());
    await setCaps(userId, { daily: 100n });
    expect(await leftAt(new Date())).toEqual({ daily: 80n });
  });

  it('is found page by page in a long ledger, and not beyond the beginning of the month', async () => {
    const now = new Date('2031-06-15T00:00:00Z');
    await change(
      AUTOCOMMIT,
      `INSERT INTO ledger_entries (account_id, kind, reference, amount_micro, created_at)
       WITH RECURSIVE n AS (SELECT 0 AS number UNION ALL SELECT number + 1 FROM n WHERE number < 999)
       SELECT ?, 'charge', CONCAT('old:', x.number * 1000 + n.number), -1,
         TIMESTAMP('2031-05-15') + INTERVAL x.number * 1000 + n.number MINUTE
       FROM n JOIN (SELECT number FROM n WHERE number < 40) x ORDER BY x.number, n.number`,
      [accountId],
    );
    const [newest] = await selectRows<{ last: string; june: string }>(
      AUTOCOMMIT,
      `SELECT MAX(id) AS last, SUM(created_at >= '2031-06-01') AS june FROM ledger_entries WHERE account_id = ?`,
      [accountId],
    );
    const { days, countedTo } = await countMonth(AUTOCOMMIT, accountId, now);
    const june = days.filter(({ day }) => day >= '2031-06-01');
    expect(june.reduce((sum, { spent }) => sum + BigInt(spent), 0n)).toBe(BigInt(newest!.june));
    expect(BigInt(newest!.june), 'more than a page').toBeGreaterThan(10_000n);
    expect(countedTo).toBe(BigInt(newest!.last));
    expect(days.some(({ day }) => day < '2031-05-25')).toBe(false);
  });

  it('includes each entry once, during concurrent reads, cap changes and charges', async () => {
    const random = createRandom(20261124);
    const days = ['2031-06-29', '2031-06-30', '2031-07-01', '2031-07-02'];
    const moment = () => `${days[random.whole(0, days.length - 1)]!}T0${random.whole(0, 9)}:00:00.000Z`;
    await setCaps(userId, { daily: 50_000n, monthly: 50_000n });
    for (let round = 0; round < (IS_FULL ? 60 : 15); round += 1) {
      const amount = BigInt(random.whole(1, 100));
      const acts = [
        () => charge(amount, moment()),
        () => charge(amount, moment()),
        () => leftAt(moment()),
        () => hold([request(1n)], new Date(moment())),
        () => setCaps(userId, { daily: 50_000n + amount, monthly: 50_000n }),
        () =>
          transaction((tx) => lockPayers(tx, [accountId]).then(() => Promise.reject(new Error('undone')))),
      ];
      const pick = () => acts[random.whole(0, acts.length - 1)]!();
      await Promise.allSettled([pick(), pick(), pick()]);
    }
    const { held } = await ledgerSums(accountId);
    for (const at of days.map((day) => `${day}T12:00:00.000Z`)) {
      const sums = await selectRow<{ day: string | null; month: string | null }>(
        AUTOCOMMIT,
        `SELECT -SUM(CASE WHEN created_at >= ? THEN amount_micro ELSE 0 END) AS day,
           -SUM(CASE WHEN created_at >= ? THEN amount_micro ELSE 0 END) AS month
         FROM ledger_entries WHERE account_id = ? AND kind = 'charge'`,
        [at.slice(0, 10), `${at.slice(0, 7)}-01`, accountId],
      );
      const { caps, spent } = await readCapsAndSpend(AUTOCOMMIT, accountId, new Date(at));
      expect(spent).toEqual({ daily: BigInt(sums!.day ?? 0), monthly: BigInt(sums!.month ?? 0) });
      expect(await leftAt(at)).toEqual({
        daily: caps.daily! - spent.daily - held,
        monthly: caps.monthly! - spent.monthly - held,
      });
    }
    expect(held).toBeGreaterThan(0n);
  });
});
