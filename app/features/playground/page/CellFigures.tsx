import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { formatMicro } from '#app/contracts/money.ts';
import type { CellView } from '../playground-data.ts';
import { speedOf } from './sort-cells.ts';

/** What an answer cost, how soon it began and how fast it was; the cost opens its receipt. */
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
