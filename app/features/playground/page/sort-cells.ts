import type { CellView, Sort } from '../playground-data.ts';

/** Tokens a second after the first one; null while nothing is known. */
export function speedOf({
  tokens,
  totalMs,
  firstTokenMs,
}: Pick<CellView, 'tokens' | 'totalMs' | 'firstTokenMs'>): number | null {
  if (tokens === null || totalMs === null || firstTokenMs === null || totalMs <= firstTokenMs) return null;
  return (tokens * 1000) / (totalMs - firstTokenMs);
}

/** Answers in the order that is wanted; those of which nothing is known yet stand last, in their places. */
export function sortCells(cells: readonly CellView[], sort: Sort): CellView[] {
  if (sort === 'place') return [...cells];
  return cells.toSorted((one, other) => valueOf(one, sort) - valueOf(other, sort));
}

function valueOf(cell: CellView, sort: Exclude<Sort, 'place'>): number {
  if (sort === 'speed') return -(speedOf(cell) ?? -Number.MAX_VALUE);
  const value = sort === 'price' ? cell.chargedMicro : cell.totalMs;
  return value === null ? Number.MAX_VALUE : Number(value);
}
