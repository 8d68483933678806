import { CreditCard } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '#app/ui/components/Icon.tsx';
import type { TopUpData } from './top-up-data.ts';

/** Names of brands as people know them; others as the payment service has them. */
const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** A saved card by its brand and last digits. */
export function CardName({ card: { brand, last4 } }: { card: NonNullable<TopUpData['card']> }) {
  const { t } = useTranslation('topup');
  return (
    <span className="inline-flex items-center gap-2">
      <Icon of={CreditCard} />
      <bdi>{BRANDS[brand] ?? brand}</bdi>
      <span className="sr-only">{t('card.ending')}</span>
      <bdi className="font-mono" dir="ltr">
        <span aria-hidden>•••• </span>
        {last4}
      </bdi>
    </span>
  );
}
