import { useTranslation } from 'react-i18next';
import { formatExactly } from '#app/contracts/money.ts';
import {
  CARD_FEE_MICRO,
  CARD_FEE_PERCENT,
  CRYPTO_FEE_PERCENT,
  DISPUTE_FEE_MICRO,
  MIN_PAYMENT_MICRO,
} from '#app/contracts/payments/fees.ts';

interface PaymentTermsProps {
  byCard: boolean;
  inCrypto: boolean;
  /** Level of its heading, one below that of the section around it. */
  heading: 'h2' | 'h3';
}

/** The rules of a payment, shown before it is made. */
export function PaymentTerms({ byCard, inCrypto, heading: Heading }: PaymentTermsProps) {
  const { t } = useTranslation('purchases');
  const rules = [
    byCard && t('terms.card', { percent: String(CARD_FEE_PERCENT), amount: formatExactly(CARD_FEE_MICRO) }),
    inCrypto && t('terms.crypto', { percent: String(CRYPTO_FEE_PERCENT) }),
    t('terms.least', { amount: formatExactly(MIN_PAYMENT_MICRO) }),
    t('terms.tax'),
    t('terms.expiry'),
    t('terms.refund'),
    t('terms.chargeback', { amount: formatExactly(DISPUTE_FEE_MICRO) }),
  ].filter((rule) => rule !== false);
  return (
    <section aria-labelledby="payment-terms">
      <Heading id="payment-terms" className="mb-2 font-medium">
        {t('terms.title')}
      </Heading>
      <ul className="flex list-disc flex-col gap-1.5 ps-5 text-text-muted">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  );
}
