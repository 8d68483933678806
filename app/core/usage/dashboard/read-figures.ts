import { selectRows, type SqlValue } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { FIGURE_COLUMNS, toFigures, type FigureRow } from '#app/core/usage/sums/figure-row.ts';
import type { Figures } from '#app/core/usage/sums/figures.ts';
import type { Rank } from './ranks.ts';
import { hashOf, type Scope, type SeriesNames } from '#app/core/usage/sums/series.ts';
import type { Grain } from '#app/core/usage/sums/sums.ts';

/** A series, and what it has had since ever. */
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

/** Roll-ups from `from` on and before `end`. */
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

/** The series of these names that are there. */
export const seriesNamed = (tx: Tx, names: readonly SeriesNames[]): Promise<Series[]> =>
  names.length === 0 ? Promise.resolve([]) : select(tx, 'WHERE names_hash IN (?)', [names.map(hashOf)]);

/** The series of everybody's calls by one name that have had the most requests since ever. */
export const topSeries = (tx: Tx, scope: Scope, most: number): Promise<Series[]> =>
  select(tx, 'WHERE scope = ? ORDER BY requests DESC, model, key_id, application_id LIMIT ?', [scope, most]);

/** Those that have had the most in a span. */
export async function topSeriesIn(
  tx: Tx,
  scope: Scope,
  { grain, from, end }: FigureSpan,
  most: number,
): Promise<Series[]> {
  const rows = await selectRows<{ series_id: number; requests: string; cost_micro: string }>(
    tx,
    `SELECT r.series_id, SUM(r.requests) AS requests, SUM(r.cost_micro) AS cost_micro FROM usage_ranks r
     WHERE r.scope = ? AND r.grain = ? AND r.at >= ? AND r.at < ?
     GROUP BY r.series_id ORDER BY SUM(r.requests) DESC LIMIT ?`,
    [scope, grain, from, end, most],
  );
  const sums = new Map(
    rows.map((row) => [row.series_id, { requests: Number(row.requests), costMicro: BigInt(row.cost_micro) }]),
  );
  const series = await select(tx, 'WHERE id IN (?)', [[...sums.keys()]]);
  return series.map((one) => ({ ...one, ...sums.get(one.id) }));
}

/** Roll-ups of series, one by one. */
export async function readFigures(
  tx: Tx,
  ids: readonly number[],
  { grain, from, end }: FigureSpan,
): Promise<{ seriesId: number; at: Date; figures: Figures }[]> {
  const rows = await selectRows<FigureRow & { series_id: number; at: Date }>(
    tx,
    `SELECT f.series_id, f.at, ${FIGURE_COLUMNS} FROM usage_figures f
     WHERE f.series_id IN (?) AND f.grain = ? AND f.at >= ? AND f.at < ?`,
    [[...ids], grain, from, end],
  );
  return rows.map((row) => ({ seriesId: row.series_id, at: row.at, figures: toFigures(row) }));
}

/** What series have had in a span, by their id. */
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

/**
 * Who has called a model, by key and application. @param span null: since ever
 */
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
