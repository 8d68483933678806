import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatMicro } from '#app/contracts/money.ts';
import type { Output } from '#app/contracts/playground/playground.ts';
import type { CellView, Sort } from '#app/features/playground/playground-data.ts';

/** Figures of an answer that is still written, as estimated by the browser; null before they are known. */
export interface LiveFigures {
  firstTokenMs: number | null;
  tokensPerSecond: number | null;
  elapsedMs: number;
}

interface CellFiguresProps {
  cell: CellView;
  output: Output | null;
  /** Absent for an answer that has ended, and without scripts. */
  live?: LiveFigures;
}

const UNKNOWN = '–';

/**
 * Cost, duration, time to the first token and speed of an answer. Each has its place from the beginning, and means
 * the same until the end; the cost is a limit until it is final, and then links to its receipt.
 */
export function CellFigures({ cell, output, live }: CellFiguresProps) {
  const { t } = useTranslation('playground');
  const { chargedMicro, maxMicro, firstTokenMs, totalMs, generationId, by } = cell;
  // They would identify a model whose name is hidden.
  if (by === null) return null;
  const first = firstTokenMs ?? live?.firstTokenMs ?? null;
  const speed = speedOf(cell) ?? live?.tokensPerSecond ?? null;
  const about = (text: string) => (live ? `≈ ${text}` : text);
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-4 gap-y-1 px-4 pb-2 text-xs text-text-muted tabular-nums">
      <Figure name={t('figure.cost')}>
        {chargedMicro !== null ? (
          <Link to={`/usage/receipts/${generationId}`} className="underline">
            {formatMicro(BigInt(chargedMicro))}
          </Link>
        ) : maxMicro === null ? (
          UNKNOWN
        ) : (
          t('upTo', { cost: formatMicro(BigInt(maxMicro)) })
        )}
      </Figure>
      <Figure name={t('figure.time')}>
        {totalMs !== null ? seconds(totalMs) : live ? wholeSeconds(live.elapsedMs) : UNKNOWN}
      </Figure>
      {output === 'text' && (
        <>
          <Figure name={t('figure.first')}>{first === null ? UNKNOWN : about(seconds(first))}</Figure>
          <Figure name={t('figure.speed')}>
            {speed === null ? UNKNOWN : about(t('perSecond', { count: Math.round(speed) }))}
          </Figure>
        </>
      )}
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-2">
      <dt>{name}</dt>
      <dd className="text-text">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}

const wholeSeconds = (milliseconds: number) => `${Math.floor(milliseconds / 1000)} s`;

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
