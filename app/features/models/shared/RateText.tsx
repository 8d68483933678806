import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { RateChip } from './rate-chips.ts';

/** A rate in its common form: `$0.15 / MTok in`. */
export function RateText({ rate: { class: name, amount, varies } }: { rate: RateChip }) {
  const { t } = useTranslation('models');
  return (
    <>
      <bdi className="font-mono tabular-nums">{t(`rate.${name}`, { amount })}</bdi>
      {varies && <span className="text-text-faint">{` · ${t('varies')}`}</span>}
    </>
  );
}
