/** The figures of a model, a key or an application in the displayed time. */
export interface Rank {
  requests: number;
  costMicro: bigint;
}

/** By id. */
export type Ranks = Map<string, Rank>;

/** Max entries of a list. */
export const MAX_RANKED = 5;

/** Adds to the rank of an id; calls without one (by no key, of no application) have none. */
export function addRank(ranks: Ranks, id: string | null, { requests, costMicro }: Rank): void {
  if (id === null || id === '') return;
  const before = ranks.get(id);
  ranks.set(id, {
    requests: (before?.requests ?? 0) + requests,
    costMicro: (before?.costMicro ?? 0n) + costMicro,
  });
}

/** Sorted by requests, the most first; ties by id. */
export function topOf(ranks: Ranks): [id: string, rank: Rank][] {
  return [...ranks]
    .filter(([, { requests }]) => requests > 0)
    .sort(([one, a], [other, b]) => b.requests - a.requests || (one < other ? -1 : 1))
    .slice(0, MAX_RANKED);
}
