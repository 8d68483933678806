import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { PriceCondition } from '#app/contracts/price.ts';
import { dateFormat, numberFormat } from '../i18n/formats.ts';

/** A Sunday, from which the days of a week are counted. */
const SUNDAY_MS = Date.UTC(2026, 0, 4);
const DAY_MS = 86_400_000;

/** Describes when a rule of a tariff applies. The page must provide the texts of `models`. */
export function ConditionText({ when }: { when: PriceCondition }) {
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
  return <>{parts.filter(Boolean).join(' · ')}</>;
}
