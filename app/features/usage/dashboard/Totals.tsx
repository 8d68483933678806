import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { CallFigures } from '#app/contracts/usage/dashboard.ts';
import { formatExactly, formatMicro } from '#app/contracts/money.ts';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { secondsText } from '../seconds-text.ts';

/** The totals of the selected period. */
export function Totals({ totals, isLoading }: { totals: CallFigures; isLoading: boolean }) {
  const { t, i18n } = useTranslation('dashboard');
  const number = numberFormat(i18n.language);
  const short = numberFormat(i18n.language, { notation: 'compact', maximumSignificantDigits: 3 });
  const percent = numberFormat(i18n.language, { style: 'percent', maximumSignificantDigits: 2 });
  const seconds = secondsText(i18n.language);
  const count = (value: number) => (
    <data value={value} title={number.format(value)}>
      {value < 100_000 ? number.format(value) : short.format(value)}
    </data>
  );
  const { requests, errors, inputTokens, outputTokens, costMicro, firstTokenP50Ms, firstTokenP95Ms } = totals;
  const cost = BigInt(costMicro);
  return (
    <dl
      aria-busy={isLoading || undefined}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line aria-busy:opacity-60 sm:grid-cols-3 lg:grid-cols-6"
    >
      <Figure name={t('total.requests')}>{count(requests)}</Figure>
      <Figure name={t('total.input')}>{count(inputTokens)}</Figure>
      <Figure name={t('total.output')}>{count(outputTokens)}</Figure>
      <Figure name={t('total.cost')}>
        <data value={costMicro} title={formatExactly(cost)}>
          {formatMicro(cost)}
        </data>
      </Figure>
      <Figure name={t('total.errors')} note={errors > 0 && percent.format(errors / requests)}>
        {count(errors)}
      </Figure>
      <Figure
        name={t('total.firstToken')}
        note={firstTokenP95Ms !== null && t('total.p95', { time: seconds(firstTokenP95Ms) })}
      >
        {firstTokenP50Ms === null ? '–' : seconds(firstTokenP50Ms)}
      </Figure>
    </dl>
  );
}

function Figure({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1 bg-surface-raised px-4 py-3">
      <dt className="text-sm text-text-muted">{name}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <bdi className="text-lg font-semibold">{children}</bdi>
        {note && <bdi className="text-sm text-text-muted">{note}</bdi>}
      </dd>
    </div>
  );
}
