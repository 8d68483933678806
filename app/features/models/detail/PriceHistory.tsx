import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { ConditionText } from '#app/ui/prices/ConditionText.tsx';
import { RateText } from '../shared/RateText.tsx';
import type { HistoryEntry } from './detail-data.ts';

/** Every past, present and future price of an offer, with the conditions of its rules. */
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
              // Rules have no names; they are identified by their order.
              // oxlint-disable-next-line react/no-array-index-key
              <p key={index} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
                {when && (
                  <span className="text-text-muted">
                    <ConditionText when={when} />:
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
