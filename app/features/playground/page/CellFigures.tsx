import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { formatMicro } from '#app/contracts/money.ts';
import type { CellView, Sort } from '#app/features/playground/playground-data.ts';

/** Cost, time to the first token and speed of an answer; the cost links to its receipt. */
export function CellFigures({ cell }: { cell: CellView }) {
  const { t } = useTranslation('playground');
  const { chargedMicro, firstTokenMs, totalMs, generationId } = cell;
  const speed = speedOf(cell);
  if (chargedMicro === null) return null;
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 px-4 pb-2 text-xs text-text-muted tabular-nums">
      <Figure name={t('figure.cost')}>
        <Link to={`/usage/receipts/${generationId}`} className="underline">
          {formatMicro(BigInt(chargedMicro))}
        </Link>
      </Figure>
      {firstTokenMs !== null && <Figure name={t('figure.first')}>{seconds(firstTokenMs)}</Figure>}
      {speed !== null && (
        <Figure name={t('figure.speed')}>{t('perSecond', { count: Math.round(speed) })}</Figure>
      )}
      {totalMs !== null && <Figure name={t('figure.time')}>{seconds(totalMs)}</Figure>}
    </dl>
  );
}

export function Figure({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex gap-1">
      <dt>{name}</dt>
      <dd className="font-mono text-text">
        <bdi dir="ltr">{children}</bdi>
      </dd>
    </div>
  );
}

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

/** Returns tokens per second after the first one; null while nothing is known. */
export function speedOf({
  tokens,
  totalMs,
  firstTokenMs,
}: Pick<CellView, 'tokens' | 'totalMs' | 'firstTokenMs'>): number | null {
  if (tokens === null || totalMs === null || firstTokenMs === null || totalMs <= firstTokenMs) return null;
  return (tokens * 1000) / (totalMs - firstTokenMs);
}

/** Sorts answers; those with unknown values come last, in their own order. */
export function sortCells(cells: readonly CellView[], sort: Sort): CellView[] {
  if (sort === 'place') return [...cells];
  return cells.toSorted((one, other) => valueOf(one, sort) - valueOf(other, sort));
}

function valueOf(cell: CellView, sort: Exclude<Sort, 'place'>): number {
  if (sort === 'speed') return -(speedOf(cell) ?? -Number.MAX_VALUE);
  const value = sort === 'price' ? cell.chargedMicro : cell.totalMs;
  return value === null ? Number.MAX_VALUE : Number(value);
}
