import { useTranslation } from 'react-i18next';
import type { PriceCondition } from '#app/contracts/price.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { dateFormat, numberFormat } from '#app/ui/i18n/formats.ts';
import { RateText } from '../shared/RateText.tsx';
import type { HistoryEntry } from './detail-data.ts';

/** Every price that an offer has or had, and those to come, with the conditions of their rules. */
export function PriceHistory({ history }: { history: readonly HistoryEntry[] }) {
  const { t } = useTranslation('models');
  if (history.length === 0) return null;
  return (
    <section aria-labelledby="prices" className="flex flex-col gap-2">
      <h3 id="prices" className="font-medium">
        {t('history.title')}
      </h3>
      <ol className="divide-y divide-line rounded-card border border-line bg-surface-raised">
        {history.map(({ id, offer, from, until, isNow, rules }) => (
          <li key={id} className="flex flex-col gap-1.5 px-4 py-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <bdi className="font-medium">{offer}</bdi>
              <span className="text-sm text-text-muted">
                {t('history.from')} <DateTime at={from} show="date" />
                {until && (
                  <>
                    {' '}
                    {t('history.until')} <DateTime at={until} show="date" />
                  </>
                )}
              </span>
              {isNow && <Badge tone="good">{t('history.now')}</Badge>}
            </p>
            {rules.map(({ when, rates }, index) => (
              // Rules have no names; their order is what they are.
              // oxlint-disable-next-line react/no-array-index-key
              <p key={index} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
                {when && (
                  <span className="text-text-muted">
                    <Condition when={when} />
                  </span>
                )}
                {rates.map((rate) => (
                  <RateText key={rate.class} rate={rate} />
                ))}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A Sunday, from which the days of a week are counted. */
const SUNDAY_MS = Date.UTC(2026, 0, 4);
const DAY_MS = 86_400_000;

/** When a rule applies, in words. */
function Condition({ when }: { when: PriceCondition }) {
  const { t, i18n } = useTranslation('models');
  const { promptTokensAbove, hours, weekdays, resolution, quality, input } = when;
  const number = numberFormat(i18n.language);
  const day = dateFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' });
  const dayName = (one: number) => day.format(new Date(SUNDAY_MS + one * DAY_MS));
  const parts = [
    promptTokensAbove !== undefined && t('when.tokens', { tokens: number.format(promptTokensAbove) }),
    hours && t('when.hours', { hours: hours.map(([from, until]) => `${from}:00–${until}:00`).join(', ') }),
    weekdays?.map(dayName).join(', '),
    resolution?.join(', '),
    quality?.join(', '),
    input && t(`when.${input}`),
  ];
  return <>{`${parts.filter(Boolean).join(' · ')}:`}</>;
}
