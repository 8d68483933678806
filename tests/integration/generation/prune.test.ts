import { beforeEach, describe, expect, it } from 'vitest';
import { pruneGenerations } from '#app/core/generation/record/retention.ts';
import { lowestIdAt, newId, timeOfId } from '#app/core/platform/ids.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { makePastCalls } from '#tests/fixtures/past-calls.ts';
import { emptyTables } from '#tests/setup/database.ts';

const DAY_MS = 86_400_000;
const ENDED = new Date();

beforeEach(emptyTables);

describe('pruning', () => {
  it('deletes all ended runs that began before the limit, batch by batch', async () => {
    const userId = newId();
    const old = await makePastCalls({ userId, count: 5, until: new Date(Date.now() - 3.1 * DAY_MS) });
    const young = await makePastCalls({ userId, count: 2, until: new Date(Date.now() - 2.9 * DAY_MS) });
    await change(AUTOCOMMIT, `UPDATE generations SET state = 'running' WHERE id = ?`, [old[1]!]);
    const left = async () =>
      (await selectRows<{ id: string }>(AUTOCOMMIT, 'SELECT id FROM generations ORDER BY id')).map(
        ({ id }) => id,
      );
    expect(await pruneGenerations(3, ENDED, 3)).toBe(4);
    expect(await pruneGenerations(3, ENDED, 3)).toBe(0);
    expect(await left()).toEqual([old[1], ...young]);
  });

  it('derives the time from an id', () => {
    const id = newId();
    const at = timeOfId(id);
    expect(lowestIdAt(at) < id).toBe(true);
    expect(lowestIdAt(new Date(at.getTime() + 1)) > id).toBe(true);
  });
});
