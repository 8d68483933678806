import { useTranslation } from 'react-i18next';
import { Banner } from '#app/ui/components/Banner.tsx';

/** What an address can name that there is not; each is answered by the nearest that there is. */
export type Adjusted = 'tab' | 'sort' | 'modality' | 'cursor' | 'section' | 'column' | 'resolution';

/** Says what is shown in place of what the address asked for. */
export function AdjustedNotice({ adjusted }: { adjusted: readonly Adjusted[] }) {
  const { t } = useTranslation('models');
  if (adjusted.length === 0) return null;
  return <Banner>{adjusted.map((one) => t(`adjusted.${one}`)).join(' ')}</Banner>;
}
