import type { SettledCall } from '#app/core/generation/report/read-settled.ts';
import type { Tx } from '#db/transaction.ts';
import {
  rankFigures,
  seriesNamed,
  topSeries,
  topSeriesIn,
  type FigureSpan,
  type Series,
} from './read-figures.ts';
import { addRank, MOST_RANKED, type Rank, type Ranks } from './ranks.ts';
import { seriesOfAll, type Scope } from '#app/core/usage/sums/series.ts';

/** So many more are read: of those with as many requests the first id comes first. */
const EQUALS = 50;
const NOTHING: Rank = { requests: 0, costMicro: 0n };

type RankedScope = Extract<Scope, 'model' | 'key' | 'application'>;

const NAME_OF: Record<RankedScope, (series: Series) => string> = {
  model: ({ model }) => model,
  key: ({ keyId }) => keyId,
  application: ({ applicationId }) => applicationId,
};

/** The id by which a call is ranked; null where it has none. */
const RANKED_BY: Record<RankedScope, (call: SettledCall) => string | null> = {
  model: ({ model }) => model,
  key: ({ keyId }) => keyId,
  application: ({ applicationId }) => applicationId,
};

/**
 * The models, keys or applications with the most requests of everybody, however many there are: the first ones by the
 * roll-ups, and all that were called since. No other one can be among the first.
 * @param span null: since ever
 * @param tail calls that are not in the roll-ups yet
 */
export async function rankEverybody(
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
  const most = MOST_RANKED + EQUALS;
  const top = await (span ? topSeriesIn(tx, scope, span, most) : topSeries(tx, scope, most));
  const known = new Set(ids);
  for (const series of top) if (!known.has(series.id)) addRank(ranks, NAME_OF[scope](series), series);
  return ranks;
}
