import type { DashboardFilter } from '#app/contracts/usage/dashboard.ts';
import { readSettled, type SettledCall } from '#app/core/generation/report/settled.ts';
import { addFigures, figuresOf, noFigures, type Figures } from '#app/core/usage/sums/figures.ts';
import { seriesOfAll, type Scope } from '#app/core/usage/sums/series.ts';
import { earliest, later, latest } from '#app/core/usage/sums/times.ts';
import { readState, type UsageState } from '#app/core/usage/usage-state.ts';
import type { Tx } from '#db/transaction.ts';
import { addRank, MAX_RANKED, type Rank, type Ranks } from './ranks.ts';
import {
  callersOfModel,
  rankFigures,
  seriesNamed,
  seriesOfUser,
  sumFigures,
  topSeries,
  topSeriesIn,
  type FigureSpan,
  type Series,
} from './stored-figures.ts';
import { spanOf, startOf, type Span } from './span.ts';

/** Sums of a filter, before sorting. */
export interface Gathered {
  span: Span;
  now: Date;
  /** By the start of the bucket. */
  byBucket: Map<number, Figures>;
  models: Ranks;
  keys: Ranks;
  applications: Ranks;
}

/** When the roll-ups are further behind than this, a dashboard leaves out the calls in between. */
const MAX_TAIL_MS = 15 * 60_000;

const MAX_TAIL = 50_000;

/** Roll-ups advance at most once per cycle of the worker. */
const TRIES = 3;

/** Number of extra entries to read: among entries with equal requests the first id comes first. */
const TIE_MARGIN = 50;

const NOTHING: Rank = { requests: 0, costMicro: 0n };

type RankedScope = Extract<Scope, 'model' | 'key' | 'application'>;

const NAME_OF: Record<RankedScope, (series: Series) => string> = {
  model: ({ model }) => model,
  key: ({ keyId }) => keyId,
  application: ({ applicationId }) => applicationId,
};

/** The id by which a call is ranked; null when it has none. */
const RANKED_BY: Record<RankedScope, (call: SettledCall) => string | null> = {
  model: ({ model }) => model,
  key: ({ keyId }) => keyId,
  application: ({ applicationId }) => applicationId,
};

/** Sums roll-ups and the calls that are not in them yet, consistently with one state of the roll-ups. */
export async function gather(tx: Tx, filter: DashboardFilter): Promise<Gathered> {
  for (let turn = 1; ; turn += 1) {
    const state = await readState(tx);
    const gathered = await gatherOnce(tx, filter, state);
    const { rolledUntil } = turn < TRIES ? await readState(tx) : state;
    if (rolledUntil.getTime() === state.rolledUntil.getTime()) return gathered;
  }
}

async function gatherOnce(
  tx: Tx,
  filter: DashboardFilter,
  { rolledUntil, now }: UsageState,
): Promise<Gathered> {
  const { userId, model, keyId, dateInterval } = filter;
  const [series, tail] = await Promise.all([
    userId === null
      ? seriesNamed(tx, [model === null ? seriesOfAll('all') : seriesOfAll('model', model)])
      : seriesOfUser(tx, { userId, model, keyId }),
    readTail(tx, filter, latest(rolledUntil, later(now, -MAX_TAIL_MS))),
  ]);
  const firsts = [
    ...series.flatMap(({ firstAt }) => firstAt ?? []),
    ...tail.slice(0, 1).map(({ finishedAt }) => finishedAt),
  ];
  const span = spanOf(dateInterval, now, firsts.length === 0 ? null : earliest(...firsts));
  const figureSpan: FigureSpan = {
    grain: span.bucket === 'hour' ? 'hour' : 'day',
    from: span.starts[0]!,
    end: span.end,
  };
  const gathered: Gathered = {
    span,
    now,
    byBucket: new Map(),
    models: new Map(),
    keys: new Map(),
    applications: new Map(),
  };
  const shown = tail.filter(({ finishedAt }) => finishedAt >= figureSpan.from);
  await addRollUps(tx, gathered, series, figureSpan);
  for (const call of shown) addToBucket(gathered, call.finishedAt, figuresOf(call));
  if (userId === null)
    await rankAll(tx, gathered, { model, tail: shown, span: dateInterval === 'ALL' ? null : figureSpan });
  else for (const call of shown) rankCall(gathered, call);
  return gathered;
}

async function readTail(
  tx: Tx,
  { userId, model, keyId }: DashboardFilter,
  after: Date,
): Promise<SettledCall[]> {
  const until = new Date('9999-12-31');
  const calls = await readSettled(tx, { after, until }, { userId, model, keyId, max: MAX_TAIL });
  return calls.filter(({ isListed }) => isListed);
}

function addToBucket({ byBucket, span }: Gathered, at: Date, figures: Figures): void {
  const start = startOf(at, span.bucket).getTime();
  let sum = byBucket.get(start);
  if (!sum) byBucket.set(start, (sum = noFigures()));
  addFigures(sum, figures);
}

async function addRollUps(
  tx: Tx,
  gathered: Gathered,
  series: readonly Series[],
  span: FigureSpan,
): Promise<void> {
  if (series.length === 0) return;
  const ids = series.map(({ id }) => id);
  const { bySeries, byBucket } = await sumFigures(tx, ids, span, gathered.span.bucket);
  gathered.byBucket = byBucket;
  for (const { id, scope, model, keyId, applicationId } of series) {
    const rank = bySeries.get(id);
    if (!rank || scope !== 'caller') continue;
    addRank(gathered.models, model, rank);
    addRank(gathered.keys, keyId, rank);
    addRank(gathered.applications, applicationId, rank);
  }
}

function rankCall({ models, keys, applications }: Gathered, call: SettledCall): void {
  const rank = { requests: 1, costMicro: call.chargedMicro };
  addRank(models, call.model, rank);
  addRank(keys, call.keyId, rank);
  addRank(applications, call.applicationId, rank);
}

async function rankAll(
  tx: Tx,
  gathered: Gathered,
  { model, tail, span }: { model: string | null; tail: readonly SettledCall[]; span: FigureSpan | null },
): Promise<void> {
  if (model === null) {
    [gathered.models, gathered.keys, gathered.applications] = await Promise.all([
      rankAllUsers(tx, 'model', { span, tail }),
      rankAllUsers(tx, 'key', { span, tail }),
      rankAllUsers(tx, 'application', { span, tail }),
    ]);
    return;
  }
  for (const figures of gathered.byBucket.values()) addRank(gathered.models, model, figures);
  for (const { keyId, applicationId, ...rank } of await callersOfModel(tx, model, span)) {
    addRank(gathered.keys, keyId, rank);
    addRank(gathered.applications, applicationId, rank);
  }
  for (const call of tail) {
    const rank = { requests: 1, costMicro: call.chargedMicro };
    addRank(gathered.keys, call.keyId, rank);
    addRank(gathered.applications, call.applicationId, rank);
  }
}

/**
 * The models, keys or applications with the most requests of all users, however many there are: the top ones
 * of the roll-ups, and all that were called since. No other one can be among the top.
 * @param span null: all time
 * @param tail calls that are not in the roll-ups yet
 */
async function rankAllUsers(
  tx: Tx,
  scope: RankedScope,
  { span, tail }: { span: FigureSpan | null; tail: readonly SettledCall[] },
): Promise<Ranks> {
  const ranks: Ranks = new Map();
  for (const call of tail)
    addRank(ranks, RANKED_BY[scope](call), { requests: 1, costMicro: call.chargedMicro });
  const names = [...ranks.keys()].map((id) => seriesOfAll(scope, id));
  const ofTail = await seriesNamed(tx, names);
  const ids = ofTail.map(({ id }) => id);
  const sums = span && (await rankFigures(tx, ids, span));
  for (const series of ofTail)
    addRank(ranks, NAME_OF[scope](series), (sums ? sums.get(series.id) : series) ?? NOTHING);
  const limit = MAX_RANKED + TIE_MARGIN;
  const top = await (span ? topSeriesIn(tx, scope, span, limit) : topSeries(tx, scope, limit));
  const known = new Set(ids);
  for (const series of top) if (!known.has(series.id)) addRank(ranks, NAME_OF[scope](series), series);
  return ranks;
}
