import { beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '#app/admin/command-line.ts';
import { eraseGenerationContents, pruneGenerations } from '#app/core/generation/record/retention.ts';
import { bookEntry } from '#app/core/ledger/book.ts';
import { newId } from '#app/core/platform/ids.ts';
import { releaseRows, acquireLease } from '#app/core/usage/reconciliation-state.ts';
import { reconcileNightly, reconcileNow } from '#app/core/usage/reconciliation.ts';
import { listReconciliations } from '#app/core/usage/reconciliations.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { drawing } from '#tests/fixtures/drawing.ts';
import { insertSettled, rollUpRest, sumsOfRows, sumsStored } from '#tests/fixtures/settled-calls.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

const DAY_MS = 86_400_000;
const users = Array.from({ length: 5 }, newId);
const keys = Array.from({ length: 5 }, newId);

const CALLS = IS_FULL ? 300 : 80;

/** Calls of the last days, rolled up. */
async function makeUsage(count = CALLS, days = IS_FULL ? 4 : 2): Promise<void> {
  await insertSettled({ users, keys, count, draw: drawing(count), within: days * DAY_MS });
  await rollUpRest();
}

const found = async () =>
  Object.fromEntries((await listReconciliations(AUTOCOMMIT)).map((one) => [one.what, one]));
const mismatches = async () => {
  const { usage, balances, holds } = await found();
  return { usage: usage?.mismatches, balances: balances?.mismatches, holds: holds?.mismatches };
};
const sql = (statement: string) => change(AUTOCOMMIT, statement);

beforeEach(emptyTables);

describe('a reconciliation', () => {
  it('finds no difference in correct data', async () => {
    await makeUsage();
    await createAccount({ creditMicro: 5_000_000n });
    expect(await reconcileNow()).toBe(true);
    expect(await mismatches()).toEqual({ usage: 0, balances: 0, holds: 0 });
    const { usage, balances } = await found();
    expect(usage!.compared).toBeGreaterThan(CALLS / 3);
    expect(balances!.compared).toBe(1);
  });

  it.each([
    [
      'a sum that is too high',
      `UPDATE usage_figures SET requests = requests + 3 WHERE grain = 'day' LIMIT 1`,
    ],
    ['a sum that is gone', `DELETE FROM usage_figures WHERE grain = 'hour' LIMIT 1`],
    ['times that are wrong', `UPDATE usage_figures SET first_tokens = '9:7' WHERE grain = 'day' LIMIT 1`],
    [
      'a row that was put right by hand',
      `UPDATE generations SET charged_micro = charged_micro + 1 WHERE target = 'call' LIMIT 1`,
    ],
    ['a row that is gone', `DELETE FROM generations WHERE target = 'call' LIMIT 1`],
  ])('finds %s, reports where, and corrects the roll-up', async (_, planted) => {
    await makeUsage();
    expect(await sql(planted)).toBe(1);
    await reconcileNow();
    const { usage } = await found();
    expect(usage!.mismatches).toBeGreaterThan(0);
    expect(usage!.examples[0]).toMatch(/^(hour|day) \d{4}-.*rows have .*repaired$/);
    expect(await sumsStored()).toEqual(await sumsOfRows());
    await reconcileNow();
    expect(await mismatches()).toMatchObject({ usage: 0 });
  });

  it('finds a balance that is not the sum of its entries, and held money without a hold; changes neither', async () => {
    const [one, other, third] = [
      await createAccount({ creditMicro: 700n }),
      await createAccount(),
      await createAccount({ creditMicro: 9n }),
    ];
    await change(AUTOCOMMIT, 'UPDATE accounts SET balance_micro = balance_micro + 5 WHERE id = ?', [
      one.accountId,
    ]);
    await change(AUTOCOMMIT, 'UPDATE accounts SET held_micro = 3 WHERE id = ?', [other.accountId]);
    await reconcileNow();
    expect(await mismatches()).toMatchObject({ balances: 1, holds: 1 });
    const { balances, holds } = await found();
    expect(balances!.examples).toEqual([`account ${one.accountId}: 705 micro-dollars, its entries 700`]);
    expect(holds!.examples).toEqual([`account ${other.accountId}: 3 micro-dollars, its holds 0`]);
    expect(balances!.compared).toBe(3);
    const row = await selectRow<{ balance: string }>(
      AUTOCOMMIT,
      'SELECT balance_micro AS balance FROM accounts WHERE id = ?',
      [one.accountId],
    );
    expect([row!.balance, third.accountId.length]).toEqual(['705', 36]);
  });

  it('continues from the known sum, and reads every entry again in full', async () => {
    const { userId, accountId } = await createAccount({ creditMicro: 700n });
    await reconcileNow();
    // An hour later the entry that was the newest then is the bound.
    await sql(`UPDATE reconciliation_state SET entries_seen_at = NOW(3) - INTERVAL 2 HOUR`);
    await reconcileNow();
    expect(
      await selectRow(AUTOCOMMIT, 'SELECT sum_micro FROM ledger_checkpoints WHERE account_id = ?', [
        accountId,
      ]),
    ).toEqual({ sum_micro: '700' });
    await transaction((tx) =>
      bookEntry(tx, { userId, kind: 'grant', reference: 'grant:later', amountMicro: 50n }),
    );
    await reconcileNow();
    expect(await mismatches()).toMatchObject({ balances: 0 });
    // Both sides are equally wrong since the checkpoint: the weekly read of every entry finds the old one.
    await sql(`UPDATE ledger_entries SET amount_micro = 600 WHERE amount_micro = 700`);
    await reconcileNow({ isFull: true });
    expect(await mismatches()).toMatchObject({ balances: 1 });
  });

  it('runs once at a time', async () => {
    await makeUsage(10);
    await reconcileNow();
    expect(await acquireLease('somebody else')).toBe(true);
    expect(await reconcileNow()).toBe(false);
    await sql(`UPDATE reconciliation_state SET lease_until = NOW(3) - INTERVAL 1 SECOND`);
    expect(await reconcileNow()).toBe(true);
  });

  it('is run at once by an operator, who gets its findings', async () => {
    await makeUsage();
    await sql(`UPDATE usage_figures SET errors = errors + 1 WHERE grain = 'day' LIMIT 1`);
    const { lines, code } = await runCommand(['reconcile'], 'operator:test');
    expect(code).toBe(0);
    expect(lines.join('\n')).toMatch(
      /balances: 0 compared, all alike\n(.*\n)?usage: \d+ compared, 1 differ\n  day .*errors -1; repaired/,
    );
    expect((await runCommand(['reconcile', 'everything'], 'operator:test')).code).toBe(1);
    expect(await selectRow(AUTOCOMMIT, `SELECT actor FROM audit_entries WHERE action = 'reconcile'`)).toEqual(
      {
        actor: 'operator:test',
      },
    );
  });
});

describe('at night', () => {
  /** The night begins at two o'clock. */
  const isNight = () => new Date().getUTCHours() >= 2;

  it('days are compared once, the next time those that were added since', async () => {
    await makeUsage();
    await reconcileNightly();
    const verified = async () =>
      (await selectRow<{ at: Date }>(AUTOCOMMIT, 'SELECT verified_until AS at FROM reconciliation_state'))!
        .at;
    const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
    const never = new Date(0);
    expect(await verified()).toEqual(isNight() ? today : never);
    await sql(`UPDATE usage_figures SET errors = errors + 1`);
    await reconcileNightly();
    expect((await mismatches()).usage).toBe(isNight() ? 0 : undefined);
  });
});

describe('a pruned day', () => {
  it('was counted and compared before, is missed by no comparison, and remains in the sums', async () => {
    await makeUsage(IS_FULL ? 400 : 150, 6);
    const before = await sumsStored();
    // Nothing was compared yet: nothing may be deleted.
    expect(await pruneGenerations(0, await releaseRows(3))).toBe(0);
    await reconcileNow();
    const limit = await releaseRows(3);
    await sql(`UPDATE generations SET id = CONCAT('00000000', SUBSTRING(id, 9))`);
    expect(await pruneGenerations(3, limit, 10_000)).toBeGreaterThan(IS_FULL ? 50 : 20);
    await reconcileNow({ isFull: true });
    expect(await mismatches()).toMatchObject({ usage: 0 });
    expect(await sumsStored()).toEqual(before);
  });

  it('of a deleted user is not missed either: sums remain, under an id without a user', async () => {
    await makeUsage();
    const before = await sumsStored();
    for (const userId of users) await eraseGenerationContents(userId, '', 1000);
    await reconcileNow();
    expect(await mismatches()).toMatchObject({ usage: 0 });
    expect(await sumsStored()).toEqual(before);
  });
});
