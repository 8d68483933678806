import { change, selectRows, write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { addFirstTokens, readFirstTokens, writeFirstTokens } from './first-tokens.ts';
import { isNothing } from './figures.ts';
import { hashOf, type Scope, type SeriesNames } from './series.ts';
import type { Grain, Sum } from './sums.ts';

/** Rows in one statement. */
const AT_ONCE = 500;

/** A series that sums are added to. */
interface Target {
  id: number;
  names: SeriesNames;
}

/**
 * Adds sums to the stored ones. The caller has locked the state's row (usage-state.ts): histograms are read,
 * added and written back. The all-time totals of a series follow its days.
 */
export async function writeSums(tx: Transaction, all: readonly Sum[]): Promise<void> {
  const sums = all.filter(({ figures }) => !isNothing(figures));
  const ids = await findOrCreate(
    tx,
    sums.map(({ names }) => names),
  );
  const byTime = new Map<string, [id: number, sum: Sum][]>();
  for (const sum of sums) {
    const key = `${sum.grain} ${sum.at.toISOString()}`;
    const group = byTime.get(key) ?? [];
    group.push([ids.get(hashOf(sum.names))!.id, sum]);
    byTime.set(key, group);
  }
  for (const group of byTime.values())
    for (let begin = 0; begin < group.length; begin += AT_ONCE) {
      const part = group.slice(begin, begin + AT_ONCE);
      await writeGroup(tx, part);
      await writeRanks(tx, part);
    }
  await writeTotals(tx, sums, ids);
}

/** The series of these names; missing ones are created. */
async function findOrCreate(tx: Transaction, names: SeriesNames[]): Promise<Map<string, Target>> {
  const byHash = new Map(names.map((one) => [hashOf(one), one]));
  const hashes = [...byHash.keys()];
  const found = new Map<string, Target>();
  const find = async (wanted: string[]) => {
    const rows = await selectRows<{ id: number; names_hash: string }>(
      tx,
      'SELECT id, names_hash FROM usage_series WHERE names_hash IN (?)',
      [wanted],
    );
    for (const { id, names_hash: hash } of rows) found.set(hash, { id, names: byHash.get(hash)! });
  };
  for (let begin = 0; begin < hashes.length; begin += AT_ONCE) {
    const wanted = hashes.slice(begin, begin + AT_ONCE);
    await find(wanted);
    const missing = wanted.filter((hash) => !found.has(hash));
    if (missing.length === 0) continue;
    await change(
      tx,
      'INSERT INTO usage_series (names_hash, scope, user_id, model, key_id, application_id) VALUES ?',
      [
        missing.map((hash) => {
          const { scope, userId, model, keyId, applicationId } = byHash.get(hash)!;
          return [hash, scope, userId, model, keyId, applicationId];
        }),
      ],
    );
    await find(missing);
  }
  return found;
}

/** @param group of one grain and time */
async function writeGroup(tx: Transaction, group: readonly [id: number, sum: Sum][]): Promise<void> {
  const [, { grain, at }] = group[0]!;
  const rows = await selectRows<{ series_id: number; first_tokens: string }>(
    tx,
    'SELECT series_id, first_tokens FROM usage_figures WHERE series_id IN (?) AND grain = ? AND at = ?',
    [group.map(([id]) => id), grain satisfies Grain, at],
  );
  const stored = new Map(rows.map((row) => [row.series_id, row.first_tokens]));
  await write(
    tx,
    `INSERT INTO usage_figures
       (series_id, grain, at, requests, errors, input_tokens, output_tokens, cost_micro, first_tokens) VALUES ?
     ON DUPLICATE KEY UPDATE requests = requests + VALUES(requests), errors = errors + VALUES(errors),
       input_tokens = input_tokens + VALUES(input_tokens), output_tokens = output_tokens + VALUES(output_tokens),
       cost_micro = cost_micro + VALUES(cost_micro), first_tokens = VALUES(first_tokens)`,
    [
      group.map(([id, { figures }]) => {
        const firstTokens = readFirstTokens(stored.get(id) ?? '');
        addFirstTokens(firstTokens, figures.firstTokens);
        const { requests, errors, inputTokens, outputTokens, costMicro } = figures;
        const counts = [requests, errors, inputTokens, outputTokens, costMicro];
        return [id, grain, at, ...counts, writeFirstTokens(firstTokens)];
      }),
    ],
  );
}

/** Scopes whose series are ranked: those of all users by one name. */
const RANKED: readonly Scope[] = ['model', 'key', 'application'];

/** @param group of one grain and time */
async function writeRanks(tx: Transaction, group: readonly [id: number, sum: Sum][]): Promise<void> {
  const ranked = group.filter(([, { names }]) => RANKED.includes(names.scope));
  if (ranked.length === 0) return;
  await write(
    tx,
    `INSERT INTO usage_ranks (scope, grain, at, series_id, requests, cost_micro) VALUES ?
     ON DUPLICATE KEY UPDATE requests = requests + VALUES(requests), cost_micro = cost_micro + VALUES(cost_micro)`,
    [
      ranked.map(([id, { names, grain, at, figures }]) => [
        names.scope,
        grain,
        at,
        id,
        figures.requests,
        figures.costMicro,
      ]),
    ],
  );
}

/** Adds the changes of days to the all-time totals of each series. */
async function writeTotals(
  tx: Transaction,
  sums: readonly Sum[],
  ids: ReadonlyMap<string, Target>,
): Promise<void> {
  const totals = new Map<string, { requests: number; costMicro: bigint; firstAt: Date }>();
  for (const { names, grain, at, figures } of sums) {
    if (grain !== 'day') continue;
    const hash = hashOf(names);
    const total = totals.get(hash) ?? { requests: 0, costMicro: 0n, firstAt: at };
    totals.set(hash, {
      requests: total.requests + figures.requests,
      costMicro: total.costMicro + figures.costMicro,
      firstAt: at < total.firstAt ? at : total.firstAt,
    });
  }
  const rows = [...totals].map(([hash, { requests, costMicro, firstAt }]) => {
    const { id, names } = ids.get(hash)!;
    const { scope, userId, model, keyId, applicationId } = names;
    return [id, hash, scope, userId, model, keyId, applicationId, requests, costMicro, firstAt];
  });
  // An INSERT with the id: for an existing series it uses no number of the id counter.
  for (let begin = 0; begin < rows.length; begin += AT_ONCE)
    await write(
      tx,
      `INSERT INTO usage_series
         (id, names_hash, scope, user_id, model, key_id, application_id, requests, cost_micro, first_at) VALUES ?
       ON DUPLICATE KEY UPDATE requests = requests + VALUES(requests), cost_micro = cost_micro + VALUES(cost_micro),
         first_at = LEAST(COALESCE(first_at, VALUES(first_at)), VALUES(first_at))`,
      [rows.slice(begin, begin + AT_ONCE)],
    );
}
