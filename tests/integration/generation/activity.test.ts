import { beforeEach, describe, expect, it } from 'vitest';
import { ACTIVITY_AHEAD, ACTIVITY_SIZE } from '#app/contracts/usage/activity.ts';
import { findPage, listActivity } from '#app/core/generation/report/activity.ts';
import { newId } from '#app/core/platform/ids.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Tx } from '#db/transaction.ts';
import { makePastCalls } from '#tests/fixtures/past-calls.ts';
import { emptyTables } from '#tests/setup/database.ts';

const WORTH_AHEAD = ACTIVITY_AHEAD * ACTIVITY_SIZE;

beforeEach(emptyTables);

/** The number of entries of tables and indexes that the connection of a transaction has read so far. */
async function readSoFar(tx: Tx): Promise<number> {
  const counters = await selectRows<{ Value: string }>(tx, "SHOW SESSION STATUS LIKE 'Handler_read%'");
  return counters.reduce((sum, { Value }) => sum + Number(Value), 0);
}

/** The number of entries that are read to list a page. */
const costOf = (userId: string, page: number): Promise<number> =>
  transaction(async (tx) => {
    const before = await readSoFar(tx);
    const nothing = (await readSoFar(tx)) - before;
    await listActivity(tx, { userId, page });
    return (await readSoFar(tx)) - before - 2 * nothing;
  });

describe('the list of calls', () => {
  it('reads nothing for calls of other users, and nothing for uncounted calls', async () => {
    const [few, many, more] = [newId(), newId(), newId()];
    await makePastCalls({ userId: few, count: 15 });
    await makePastCalls({ userId: many, count: WORTH_AHEAD + 30 });
    await makePastCalls({ userId: more, count: WORTH_AHEAD + 2000 });
    await change(AUTOCOMMIT, 'ANALYZE TABLE generations');
    expect(await costOf(few, 2)).toBeLessThan(10 * 15);
    for (const page of [1, 2]) expect(await costOf(more, page)).toBe(await costOf(many, page));
    // Control: entries are counted, and those of the pages ahead are among them.
    expect(await costOf(many, 1)).toBeGreaterThan(WORTH_AHEAD);
  });

  it('counts further from page to page, and never more than it states', async () => {
    const userId = newId();
    await makePastCalls({ userId, count: WORTH_AHEAD + 35 });
    const pages = async (page: number) => {
      const { page: shown, pages: counted, older } = await findPage(AUTOCOMMIT, { userId, page });
      return [shown, counted, older];
    };
    expect(await pages(1)).toEqual([1, 1 + ACTIVITY_AHEAD, null]);
    expect(await pages(3)).toEqual([3, 3 + ACTIVITY_AHEAD, null]);
    expect(await pages(4)).toEqual([4, 4 + ACTIVITY_AHEAD, null]);
    expect(await pages(5)).toEqual([5, 4 + ACTIVITY_AHEAD, null]);
    expect(await pages(4 + ACTIVITY_AHEAD)).toEqual([4 + ACTIVITY_AHEAD, 4 + ACTIVITY_AHEAD, null]);
    expect(await pages(1e9)).toEqual([4 + ACTIVITY_AHEAD, 4 + ACTIVITY_AHEAD, null]);
  });

  it('ends after the maximum number of pages, and names the call from which another list continues', async () => {
    const userId = newId();
    const ids = (await makePastCalls({ userId, count: 33 })).toReversed();
    const read = (page: number, until?: string) => findPage(AUTOCOMMIT, { userId, page, until }, { max: 3 });
    for (const page of [1, 2, 3])
      expect(await read(page)).toEqual({
        ids: ids.slice((page - 1) * 10, page * 10),
        page,
        pages: 3,
        until: ids[0],
        older: ids[30],
      });
    expect(await read(4)).toEqual(await read(3));
    expect(await read(1, ids[30])).toEqual({
      ids: ids.slice(30),
      page: 1,
      pages: 1,
      until: ids[30],
      older: null,
    });
    expect(await read(1, ids[3])).toMatchObject({ pages: 3, older: null });
    expect(await read(2, ids[10])).toMatchObject({ ids: ids.slice(20, 30), pages: 3, older: null });
  });
});
