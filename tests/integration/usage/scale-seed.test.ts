import { beforeEach, expect, it } from 'vitest';
import { readDashboard } from '#app/core/usage/dashboard/dashboard.ts';
import { reconcileNow } from '#app/core/usage/reconciliation.ts';
import { listReconciliations } from '#app/core/usage/reconciliations.ts';
import { hashOf, type SeriesNames } from '#app/core/usage/sums/series.ts';
import { seedCatalogue } from '#db/seed/catalogue.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { emailOf } from '#tests/bench/scale/seed/people.ts';
import { seedScale } from '#tests/bench/scale/seed/seed-scale.ts';
import { HEAVIEST } from '#tests/bench/scale/size.ts';
import { emptyTables } from '#tests/setup/database.ts';

const SIZE = { generations: 3000, models: 300, users: 60, days: 20 };
const TABLES = ['generations', 'ledger_entries', 'usage_figures', 'conversations'];

beforeEach(emptyTables);

const definitions = () =>
  Promise.all(
    TABLES.map(async (table) => {
      const row = await selectRow<Record<string, string>>(AUTOCOMMIT, `SHOW CREATE TABLE ${table}`);
      const lines = row!['Create Table']!.split('\n');
      // Without the order of its keys, and the next number.
      return lines.map((line) => line.replace(/,$|AUTO_INCREMENT=\d+ /, '')).sort();
    }),
  );

it('seeds rows for the scale bench in which a reconciliation finds no difference', async () => {
  const before = await definitions();
  await seedCatalogue(AUTOCOMMIT);
  await seedScale(SIZE, { passwordHash: 'none', say: () => undefined });
  expect(await reconcileNow({ isFull: true })).toBe(true);
  const found = await listReconciliations(AUTOCOMMIT);
  expect(found.map(({ what, mismatches, examples }) => ({ what, mismatches, examples }))).toEqual(
    ['balances', 'holds', 'usage'].map((what) => ({ what, mismatches: 0, examples: [] })),
  );
  expect(found.find(({ what }) => what === 'balances')!.compared).toBe(SIZE.users + 1);
  const { totals } = await readDashboard(AUTOCOMMIT, {
    userId: null,
    model: null,
    keyId: null,
    dateInterval: 'ALL',
    withUserGrowth: false,
  });
  expect(totals.requests).toBe(SIZE.generations);
  expect(await definitions()).toEqual(before);
  const series = await selectRows<{ names_hash: string } & Record<string, string>>(
    AUTOCOMMIT,
    'SELECT * FROM usage_series',
  );
  for (const {
    names_hash: hash,
    scope,
    user_id: userId,
    model,
    key_id: keyId,
    application_id: applicationId,
  } of series)
    expect(hashOf({ scope, userId, model, keyId, applicationId } as SeriesNames)).toBe(hash);
  const heaviest = await selectRow<{ calls: string; pairs: string }>(
    AUTOCOMMIT,
    `SELECT COUNT(*) AS calls, COUNT(DISTINCT g.model, g.api_key_id) AS pairs
     FROM users u JOIN generations g ON g.user_id = u.id WHERE u.email = ?`,
    [emailOf(HEAVIEST.user)],
  );
  expect(Number(heaviest!.calls)).toBeGreaterThan((SIZE.generations * HEAVIEST.share) / 2);
  expect(Number(heaviest!.pairs)).toBeGreaterThan((HEAVIEST.keys * HEAVIEST.models) / 5);
});
