import { useTranslation } from 'react-i18next';
import { Banner } from '#app/ui/components/Banner.tsx';
import type { BuyData } from './buy-data.ts';

/** What somebody who comes back from a payment page can expect: the payment service's word is what counts. */
export function ReturnNotice({ returned }: Pick<BuyData, 'returned'>) {
  const { t } = useTranslation('purchases');
  if (returned === null) return null;
  return <Banner tone={returned === 'made' ? 'info' : 'warn'}>{t(`returned.${returned}`)}</Banner>;
}
