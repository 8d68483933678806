import { beforeEach, describe, expect, it } from 'vitest';
import { ACTIVITY_PAGES, ACTIVITY_SIZE } from '#app/contracts/usage/activity.ts';
import { listActivity } from '#app/core/generation/report/list-activity.ts';
import { newId } from '#app/core/platform/ids.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Tx } from '#db/transaction.ts';
import { makePastCalls } from '#tests/fixtures/past-calls.ts';
import { emptyTables } from '#tests/setup/database.ts';

const PAGES_WORTH = ACTIVITY_PAGES * ACTIVITY_SIZE;

beforeEach(emptyTables);

/** How many entries of tables and indexes the connection of a transaction has read so far. */
async function readSoFar(tx: Tx): Promise<number> {
  const counters = await selectRows<{ Value: string }>(tx, "SHOW SESSION STATUS LIKE 'Handler_read%'");
  return counters.reduce((sum, { Value }) => sum + Number(Value), 0);
}

/** How many entries it takes to list a page. */
const costOf = (userId: string, page: number): Promise<number> =>
  transaction(async (tx) => {
    const before = await readSoFar(tx);
    const nothing = (await readSoFar(tx)) - before;
    await listActivity(tx, { userId, page });
    return (await readSoFar(tx)) - before - 2 * nothing;
  });

describe('the list of calls', () => {
  it('costs nothing for calls of others, and nothing for those that no page holds', async () => {
    const [few, many, more] = [newId(), newId(), newId()];
    await makePastCalls({ userId: few, count: 15 });
    await makePastCalls({ userId: many, count: PAGES_WORTH + 10 });
    await makePastCalls({ userId: more, count: PAGES_WORTH + 2000 });
    await change(AUTOCOMMIT, 'ANALYZE TABLE generations');
    expect(await costOf(few, 2)).toBeLessThan(10 * 15);
    for (const page of [1, ACTIVITY_PAGES]) expect(await costOf(more, page)).toBe(await costOf(many, page));
    // Control: entries are counted, and those of the pages are among them.
    expect(await costOf(many, 1)).toBeGreaterThan(PAGES_WORTH);
  });
});
