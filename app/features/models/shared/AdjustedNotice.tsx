import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Banner } from '#app/ui/components/Banner.tsx';

/** Values of an address that may not exist; each is replaced by the nearest existing one. */
export type Adjusted = 'tab' | 'sort' | 'filter' | 'cursor' | 'section' | 'column' | 'resolution';

/** Tells the user which values were replaced. */
export function AdjustedNotice({ adjusted }: { adjusted: readonly Adjusted[] }) {
  const { t } = useTranslation('models');
  if (adjusted.length === 0) return null;
  return <Banner>{adjusted.map((one) => t(`adjusted.${one}`)).join(' ')}</Banner>;
}
