import { beforeEach, describe, expect, it } from 'vitest';
import {
  DATE_INTERVALS,
  type CallFigures,
  type Dashboard,
  type DashboardFilter,
} from '#app/contracts/usage/dashboard.ts';
import { newId } from '#app/core/platform/ids.ts';
import { RELATIVE_ERROR } from '#app/core/usage/sums/first-tokens.ts';
import { readDashboard } from '#app/core/usage/dashboard/dashboard.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { makePastCalls } from '#tests/fixtures/past-calls.ts';
import { drawing } from '#tests/fixtures/drawing.ts';
import { insertSettled, rollUpRest } from '#tests/fixtures/settled-calls.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

const DAY_MS = 86_400_000;
const EVERYTHING: DashboardFilter = { userId: null, model: null, keyId: null, dateInterval: 'ALL' };
const read = (filter: Partial<DashboardFilter> = {}, withUserGrowth = false) =>
  readDashboard(AUTOCOMMIT, { ...EVERYTHING, ...filter, withUserGrowth });

interface Row {
  user_id: string;
  model: string;
  api_key_id: string | null;
  application_id: string | null;
  state: string;
  prompt_tokens: number;
  completion_tokens: number;
  charged_micro: string;
  created_at: Date;
  first_token_at: Date | null;
  finished_at: Date;
}

async function rowsOf({ userId, model, keyId }: DashboardFilter, from: string): Promise<Row[]> {
  const rows = await selectRows<Row>(
    AUTOCOMMIT,
    `SELECT * FROM generations WHERE target IN ('call', 'message')`,
  );
  return rows.filter(
    (row) =>
      (userId === null || row.user_id === userId) &&
      (model === null || row.model === model) &&
      (keyId === null || row.api_key_id === keyId) &&
      row.finished_at.toISOString() >= from,
  );
}

/** The expected dashboard of rows, counted one by one. */
function expected(rows: Row[]) {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    requests: rows.length,
    errors: sum(({ state }) => Number(state === 'failed' || state === 'interrupted')),
    inputTokens: sum((row) => row.prompt_tokens),
    outputTokens: sum((row) => row.completion_tokens),
    costMicro: String(sum((row) => Number(row.charged_micro))),
  };
}

function topFive(rows: Row[], of: (row: Row) => string | null) {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const id = of(row);
    if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, 5);
}

const ranked = (list: Dashboard['topModels']) => list.map(({ id, requests }) => [id, requests]);

/** A dashboard's figures, and the expected ones from the rows. */
async function actualAndExpected(filter: DashboardFilter): Promise<{ said: unknown; wanted: unknown }> {
  const { totals, buckets, topModels, topKeys, applications, from } = await read(filter);
  const rows = await rowsOf(filter, from);
  const within = (at: string, end = '9999') =>
    rows.filter(({ finished_at: time }) => time.toISOString() >= at && time.toISOString() < end);
  const counts = ({ requests, errors, inputTokens, outputTokens, costMicro }: CallFigures) => ({
    requests,
    errors,
    inputTokens,
    outputTokens,
    costMicro,
  });
  return {
    said: {
      totals: counts(totals),
      buckets: buckets.map(counts),
      ranks: [topModels, topKeys, applications].map(ranked),
    },
    wanted: {
      totals: expected(rows),
      buckets: buckets.map(({ at }, index) => expected(within(at, buckets[index + 1]?.at))),
      ranks: [
        topFive(rows, (row) => row.model),
        topFive(rows, (row) => row.api_key_id),
        topFive(rows, (row) => row.application_id),
      ],
    },
  };
}

beforeEach(emptyTables);

describe('a dashboard', () => {
  it('is equal to the rows for all users, a user, a model and a key, partly rolled up', async () => {
    const { userId } = await createAccount();
    const { keyId } = await addKey(userId);
    const people = {
      users: [userId, ...Array.from({ length: 9 }, newId)],
      keys: [keyId, ...Array.from({ length: 12 }, newId)],
      applications: [newId(), newId()],
    };
    const draw = drawing(11);
    // A key belongs to one user.
    const insert = async (count: number, within: number) => {
      await insertSettled({ ...people, count, draw, within });
      await change(
        AUTOCOMMIT,
        'UPDATE generations SET api_key_id = NULL WHERE api_key_id = ? AND user_id <> ?',
        [keyId, userId],
      );
    };
    await insert(IS_FULL ? 2500 : 400, 40 * DAY_MS);
    await rollUpRest();
    await insert(IS_FULL ? 300 : 60, 1);
    for (const dateInterval of DATE_INTERVALS)
      for (const narrowed of [
        {},
        { userId },
        { model: 'maker/model-3' },
        { keyId },
        { userId, model: 'maker/model-3', keyId },
        { userId: newId() },
        { keyId: newId() },
        { userId: 'ひと' },
        { keyId: '鍵', model: '' },
      ]) {
        const { said, wanted } = await actualAndExpected({ ...EVERYTHING, ...narrowed, dateInterval });
        expect({ dateInterval, narrowed, said }).toEqual({ dateInterval, narrowed, said: wanted });
      }
  });

  it('shows a call that has just ended', async () => {
    const { userId } = await createAccount();
    await makePastCalls({ userId, count: 2, until: new Date(Date.now() - 10_000) });
    expect((await read({ userId })).totals).toMatchObject({ requests: 2, inputTokens: 3, costMicro: '9' });
  });

  it('names models and keys, and omits deleted ones', async () => {
    const { userId } = await createAccount();
    await createModel({ name: 'Small' });
    const { keyId } = await addKey(userId, { name: 'Laptop' });
    const gone = newId();
    await insertSettled({
      users: [userId],
      keys: [keyId, gone],
      count: 60,
      draw: drawing(3),
      within: 1000,
      models: 1,
    });
    await change(AUTOCOMMIT, 'UPDATE generations SET model = ?', [TEST_MODEL]);
    const { topModels, topKeys } = await read({ userId });
    expect(topModels).toMatchObject([{ id: TEST_MODEL, name: 'Small' }]);
    const names = Object.fromEntries(topKeys.map(({ id, name }) => [id, name]));
    expect(names).toEqual({ [keyId]: 'Laptop', [gone]: null });
  });

  it('reads percentiles from the sums with the stated accuracy', async () => {
    const userId = newId();
    await insertSettled({
      users: [userId],
      count: IS_FULL ? 2000 : 400,
      draw: drawing(9),
      within: 20 * DAY_MS,
    });
    await rollUpRest();
    for (const dateInterval of DATE_INTERVALS) {
      const { totals, from } = await read({ userId, dateInterval });
      const times = (await rowsOf({ ...EVERYTHING, userId }, from))
        .flatMap((row) => (row.first_token_at ? row.first_token_at.getTime() - row.created_at.getTime() : []))
        .sort((one, other) => one - other);
      for (const [share, said] of [
        [0.5, totals.firstTokenP50Ms],
        [0.95, totals.firstTokenP95Ms],
      ] as const) {
        const exact = times[Math.ceil(share * times.length) - 1]!;
        expect(Math.abs(said! - exact)).toBeLessThanOrEqual(exact * RELATIVE_ERROR + 0.51);
      }
    }
  });

  it('has zeros for empty spans, and no percentiles', async () => {
    const { totals, buckets, topModels, topKeys, userGrowth } = await read({
      userId: newId(),
      dateInterval: '1W',
    });
    const zeros = { requests: 0, errors: 0, inputTokens: 0, outputTokens: 0, costMicro: '0' };
    expect(totals).toEqual({ ...zeros, firstTokenP50Ms: null, firstTokenP95Ms: null });
    expect(buckets).toHaveLength(7);
    expect([topModels, topKeys, userGrowth]).toEqual([[], [], null]);
  });

  it('counts users at the end of each bucket, without deleted ones', async () => {
    const [old, left] = [await createAccount(), await createAccount(), await createAccount()];
    await change(AUTOCOMMIT, 'UPDATE users SET created_at = NOW(3) - INTERVAL 400 DAY WHERE id IN (?)', [
      [old.userId, left.userId],
    ]);
    await change(AUTOCOMMIT, 'UPDATE users SET deleted_at = NOW(3) - INTERVAL 2 DAY WHERE id = ?', [
      left.userId,
    ]);
    const { userGrowth } = await read({ dateInterval: '1W' }, true);
    expect(userGrowth!.totalUsers).toBe(2);
    expect(userGrowth!.buckets.map(({ users }) => users)).toEqual([2, 2, 2, 2, 1, 1, 2]);
  });
});
