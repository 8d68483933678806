import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expireCredit } from '#app/core/ledger/lots/expiry.ts';
import { lockAccounts } from '#app/core/ledger/accounts.ts';
import { holdAll } from '#app/core/ledger/hold.ts';
import { newId } from '#app/core/platform/ids.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { UnitOfWork } from '#db/unit-of-work.ts';
import { buyCredit } from '#tests/factories/buy-credit.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createRandom } from '#tests/faults/random.ts';
import { holdMoney, settleMoney } from '#tests/fixtures/held-money.ts';
import { ledgerSums, soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { lockWaits } from '#tests/fixtures/lock-waits.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

beforeEach(emptyTables);
afterEach(() => vi.restoreAllMocks());

const PAID_AT = '2027-03-10T09:00:00.000Z';
const OVER = new Date('2028-03-10T09:00:00.000Z');
const LATER = new Date('2028-03-10T11:00:00.000Z');

const expiries = (accountId: string) =>
  selectRows<{ reference: string; amount: string }>(
    AUTOCOMMIT,
    `SELECT reference, amount_micro AS amount FROM ledger_entries WHERE account_id = ? AND kind = 'expiry' ORDER BY id`,
    [accountId],
  );

describe('workers that check at the same time', () => {
  it('book once, whether they check the same account or others', async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, () => createAccount()));
    for (const { accountId } of accounts) await buyCredit(accountId, { paidAt: PAID_AT });
    await Promise.all(Array.from({ length: 8 }, () => expireCredit(OVER)));
    for (const { userId, accountId } of accounts) {
      expect(await expiries(accountId)).toHaveLength(1);
      expect(await soundBalance(userId)).toBe(0n);
    }
  });

  it('take nothing that an admission has held before them', async () => {
    const { accountId } = await createAccount();
    await buyCredit(accountId, { paidAt: PAID_AT });
    let looking: Promise<void> | undefined;
    await transaction(async (tx) => {
      await lockAccounts(tx, [accountId]);
      looking = expireCredit(OVER);
      await expect.poll(() => lockWaits(accountId)).toBe(1);
      const wanted = 5_000_000n;
      await holdAll(tx, [{ reference: newId(), accountId, wantedMicro: wanted, minMicro: wanted }], null);
    });
    await looking;
    expect(await expiries(accountId)).toMatchObject([{ amount: '-13450000' }]);
    expect(await ledgerSums(accountId)).toMatchObject({ balance: 5_000_000n, held: 5_000_000n });
  });

  it('leave every hold covered, and the sums correct, among admissions and settles', async () => {
    for (let seed = 1; seed <= (IS_FULL ? 6 : 2); seed += 1) {
      const random = createRandom(seed);
      const { userId, accountId } = await createAccount({ creditMicro: 1_000_000n });
      await buyCredit(accountId, { paidAt: PAID_AT });
      await buyCredit(accountId, { paidAt: '2027-04-01' });
      const run = async () => {
        const wanted = BigInt(random.whole(1, 4_000_000));
        const reference = await holdMoney(accountId, wanted);
        const { balance, held } = await ledgerSums(accountId);
        expect([seed, held <= balance]).toEqual([seed, true]);
        if (reference !== null)
          await settleMoney(accountId, reference, BigInt(random.whole(0, Number(wanted))));
      };
      const looks = Array.from({ length: 6 }, () => () => expireCredit(random.pick([OVER, LATER])));
      const work = [...Array.from({ length: 30 }, () => run), ...looks];
      await Promise.all(work.toSorted(() => random.whole(-1, 1)).map((one) => one()));
      expect(await soundBalance(userId)).toBeGreaterThanOrEqual(0n);
      await expireCredit(new Date('2028-05-01'));
      expect(await soundBalance(userId)).toBeLessThanOrEqual(1_000_000n);
    }
  });
});

describe('a worker that dies', () => {
  /** Like a process that dies: the connection is gone before the statement, or with the answer to it. */
  function dieAt(statement: number, when: 'before' | 'after') {
    const ask = UnitOfWork.prototype.query;
    const commit = UnitOfWork.prototype.commit;
    let said = 0;
    const isThere = () => (said += 1) === statement;
    vi.spyOn(UnitOfWork.prototype, 'query').mockImplementation(async function dying(this: UnitOfWork, sql) {
      const isHit = isThere();
      if (isHit && when === 'before') throw new Error('died');
      const answer = await ask.call(this, sql);
      if (isHit) throw new Error('died');
      return answer;
    });
    vi.spyOn(UnitOfWork.prototype, 'commit').mockImplementation(async function dying(this: UnitOfWork) {
      const isHit = isThere();
      if (isHit && when === 'before') throw new Error('died');
      await commit.call(this);
      if (isHit) throw new Error('died');
    });
    return () => said;
  }

  it.each(['before', 'after'] as const)('%s any of its statements still books it once', async (when) => {
    let deaths = 0;
    for (let isOver = false; !isOver;) {
      const { accountId } = await createAccount({ creditMicro: 250_000n });
      await buyCredit(accountId, { paidAt: PAID_AT });
      await holdMoney(accountId, 450_000n);
      const said = dieAt(deaths + 1, when);
      await expireCredit(OVER);
      isOver = said() <= deaths;
      if (!isOver) deaths += 1;
      vi.restoreAllMocks();
      await expireCredit(OVER);
      const booked = (await expiries(accountId)).map(({ amount }) => amount);
      expect([deaths, booked]).toEqual([deaths, ['-18000000']]);
      expect(await ledgerSums(accountId)).toEqual({
        balance: 700_000n,
        entries: 700_000n,
        held: 450_000n,
        holds: 450_000n,
      });
      await emptyTables();
    }
    expect(deaths).toBeGreaterThan(6);
  });
});
