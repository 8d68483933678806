import { addFigures, toFigures, type FigureRow, type Figures } from '#app/core/usage/sums/figures.ts';
import { hashOf, type Scope, type SeriesNames } from '#app/core/usage/sums/series.ts';
import type { Grain } from '#app/core/usage/sums/sums.ts';
import { DAY_MS, HOUR_MS } from '#app/core/usage/sums/times.ts';
import { selectRows, type SqlValue } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import type { Rank } from './ranks.ts';

/** A series with its all-time totals. */
export interface Series extends SeriesNames, Rank {
  id: number;
  firstAt: Date | null;
}

interface SeriesRow {
  id: number;
  scope: Scope;
  user_id: string;
  model: string;
  key_id: string;
  application_id: string;
  requests: string;
  cost_micro: string;
  first_at: Date | null;
}

/** Roll-ups from `from` (inclusive) to `end` (exclusive). */
export interface FigureSpan {
  grain: Grain;
  from: Date;
  end: Date;
}

const COLUMNS = 'id, scope, user_id, model, key_id, application_id, requests, cost_micro, first_at';

const toSeries = (row: SeriesRow): Series => ({
  id: row.id,
  scope: row.scope,
  userId: row.user_id,
  model: row.model,
  keyId: row.key_id,
  applicationId: row.application_id,
  requests: Number(row.requests),
  costMicro: BigInt(row.cost_micro),
  firstAt: row.first_at,
});

async function select(tx: Tx, rest: string, values: SqlValue[]): Promise<Series[]> {
  const rows = await selectRows<SeriesRow>(tx, `SELECT ${COLUMNS} FROM usage_series ${rest}`, values);
  return rows.map(toSeries);
}

/** The series of a user's own calls, of all models and keys or of one. */
export async function seriesOfUser(
  tx: Tx,
  { userId, model, keyId }: { userId: string; model: string | null; keyId: string | null },
): Promise<Series[]> {
  const series = await select(tx, "WHERE user_id = ? AND scope = 'caller'", [userId]);
  return series.filter(
    (one) => (model === null || one.model === model) && (keyId === null || one.keyId === keyId),
  );
}

/** The existing series with these names. */
export const seriesNamed = (tx: Tx, names: readonly SeriesNames[]): Promise<Series[]> =>
  names.length === 0 ? Promise.resolve([]) : select(tx, 'WHERE names_hash IN (?)', [names.map(hashOf)]);

/** The series of all users' calls by one name with the most requests of all time: the end of an index. */
export const topSeries = (tx: Tx, scope: Scope, limit: number): Promise<Series[]> =>
  select(tx, 'WHERE scope = ? ORDER BY requests DESC LIMIT ?', [scope, limit]);

/** The series with the most requests in a span. */
export async function topSeriesIn(
  tx: Tx,
  scope: Scope,
  { grain, from, end }: FigureSpan,
  limit: number,
): Promise<Series[]> {
  const rows = await selectRows<{ series_id: number; requests: string; cost_micro: string }>(
    tx,
    `SELECT r.series_id, SUM(r.requests) AS requests, SUM(r.cost_micro) AS cost_micro FROM usage_ranks r
     WHERE r.scope = ? AND r.grain = ? AND r.at >= ? AND r.at < ?
     GROUP BY r.series_id ORDER BY SUM(r.requests) DESC LIMIT ?`,
    [scope, grain, from, end, limit],
  );
  const sums = new Map(
    rows.map((row) => [row.series_id, { requests: Number(row.requests), costMicro: BigInt(row.cost_micro) }]),
  );
  const series = await select(tx, 'WHERE id IN (?)', [[...sums.keys()]]);
  return series.map((one) => ({ ...one, ...sums.get(one.id) }));
}

/** The number of the hour, day or month (UTC) of a roll-up: grouping by numbers is three times as fast. */
const NUMBER_OF = {
  hour: 'UNIX_TIMESTAMP(at) DIV 3600',
  day: 'UNIX_TIMESTAMP(at) DIV 86400',
  month: 'YEAR(at) * 12 + MONTH(at) - 1',
};

/** Start of the bucket of a number, in milliseconds. */
const START_OF: Record<keyof typeof NUMBER_OF, (number: number) => number> = {
  hour: (number) => number * HOUR_MS,
  day: (number) => number * DAY_MS,
  month: (number) => Date.UTC(Math.floor(number / 12), number % 12),
};

/** The figures of series in a span: for each series, and for all of them by the start of a bucket. */
export interface SummedFigures {
  bySeries: Map<number, Rank>;
  byBucket: Map<number, Figures>;
}

/**
 * Sums of many series over buckets, which may be many days long. The database adds up counts and concatenates
 * histograms, so that one row for each series and bucket is read: for a month at most 31 times 4000
 * characters, which the session's limit allows (db/client.ts).
 */
export async function sumFigures(
  tx: Tx,
  ids: readonly number[],
  { grain, from, end }: FigureSpan,
  bucket: keyof typeof NUMBER_OF,
): Promise<SummedFigures> {
  const rows = await selectRows<FigureRow & { series_id: number; number: string }>(
    tx,
    `SELECT series_id, ${NUMBER_OF[bucket]} AS number, SUM(requests) AS requests, SUM(errors) AS errors,
       SUM(input_tokens) AS input_tokens, SUM(output_tokens) AS output_tokens, SUM(cost_micro) AS cost_micro,
       GROUP_CONCAT(first_tokens SEPARATOR ' ') AS first_tokens
     FROM usage_figures WHERE series_id IN (?) AND grain = ? AND at >= ? AND at < ? GROUP BY series_id, number`,
    [[...ids], grain, from, end],
  );
  const bySeries: SummedFigures['bySeries'] = new Map();
  const byBucket: SummedFigures['byBucket'] = new Map();
  for (const row of rows) {
    const figures = toFigures(row);
    const begin = START_OF[bucket](Number(row.number));
    const sum = byBucket.get(begin);
    if (sum) addFigures(sum, figures);
    else byBucket.set(begin, figures);
    const before = bySeries.get(row.series_id);
    bySeries.set(row.series_id, {
      requests: (before?.requests ?? 0) + figures.requests,
      costMicro: (before?.costMicro ?? 0n) + figures.costMicro,
    });
  }
  return { bySeries, byBucket };
}

/** The figures of series in a span, by their id. */
export async function rankFigures(
  tx: Tx,
  ids: readonly number[],
  { grain, from, end }: FigureSpan,
): Promise<Map<number, Rank>> {
  if (ids.length === 0) return new Map();
  const rows = await selectRows<{ series_id: number; requests: string; cost_micro: string }>(
    tx,
    `SELECT series_id, SUM(requests) AS requests, SUM(cost_micro) AS cost_micro FROM usage_figures
     WHERE series_id IN (?) AND grain = ? AND at >= ? AND at < ? GROUP BY series_id`,
    [[...ids], grain, from, end],
  );
  return new Map(
    rows.map((row) => [row.series_id, { requests: Number(row.requests), costMicro: BigInt(row.cost_micro) }]),
  );
}

interface CallerRank extends Rank {
  keyId: string;
  applicationId: string;
}

/** The callers of a model, by key and application. @param span null: all time */
export async function callersOfModel(tx: Tx, model: string, span: FigureSpan | null): Promise<CallerRank[]> {
  const rows = await selectRows<{
    key_id: string;
    application_id: string;
    requests: string;
    cost_micro: string;
  }>(
    tx,
    span
      ? `SELECT s.key_id, s.application_id, SUM(f.requests) AS requests, SUM(f.cost_micro) AS cost_micro
         FROM usage_series s JOIN usage_figures f ON f.series_id = s.id AND f.grain = ? AND f.at >= ? AND f.at < ?
         WHERE s.model = ? AND s.scope = 'caller' GROUP BY s.key_id, s.application_id`
      : `SELECT key_id, application_id, SUM(requests) AS requests, SUM(cost_micro) AS cost_micro
         FROM usage_series WHERE model = ? AND scope = 'caller' GROUP BY key_id, application_id`,
    span ? [span.grain, span.from, span.end, model] : [model],
  );
  return rows.map((row) => ({
    keyId: row.key_id,
    applicationId: row.application_id,
    requests: Number(row.requests),
    costMicro: BigInt(row.cost_micro),
  }));
}
