import type { SettledCall } from '#app/core/generation/report/read-settled.ts';
import type { Tx } from '#db/transaction.ts';
import { rankFigures, seriesByRank, seriesNamed, type FigureSpan, type Series } from './read-figures.ts';
import { addRank, MOST_RANKED, topOf, type Rank, type Ranks } from './ranks.ts';
import { seriesOfAll, type Scope } from '#app/core/usage/sums/series.ts';

/** Series that are summed first, and how many times as many the next time. */
const FIRST = 200;
const GROWTH = 4;

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
 * The models, keys or applications with the most requests of everybody, however many there are: no series has more in a
 * span than it has had since ever, so those that come after the last one that can be among the first are not summed.
 * @param span null: since ever
 * @param tail calls that are not in the roll-ups yet
 */
export async function rankEverybody(
  tx: Tx,
  scope: RankedScope,
  { span, tail }: { span: FigureSpan | null; tail: readonly SettledCall[] },
): Promise<Ranks> {
  const ranks: Ranks = new Map();
  const seen = new Set<number>();
  const add = (series: Series, rank: Rank) => {
    if (!seen.has(series.id)) addRank(ranks, NAME_OF[scope](series), rank);
    seen.add(series.id);
  };
  for (const call of tail)
    addRank(ranks, RANKED_BY[scope](call), { requests: 1, costMicro: call.chargedMicro });
  const ofTail = await seriesNamed(
    tx,
    [...ranks.keys()].map((id) => seriesOfAll(scope, id)),
  );
  const sums =
    span &&
    (await rankFigures(
      tx,
      ofTail.map(({ id }) => id),
      span,
    ));
  for (const series of ofTail) add(series, (sums ? sums.get(series.id) : series) ?? NOTHING);
  for (let offset = 0, most = FIRST; ; offset += most, most *= GROWTH) {
    const chunk = await seriesByRank(tx, scope, { most, offset, span });
    for (const { series, rank } of chunk) add(series, rank);
    const last = topOf(ranks)[MOST_RANKED - 1]?.[1].requests ?? 0;
    if (chunk.length < most || chunk.at(-1)!.series.requests < last) return ranks;
  }
}

const NOTHING: Rank = { requests: 0, costMicro: 0n };
