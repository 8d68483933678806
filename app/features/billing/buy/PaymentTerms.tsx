import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatExactly } from '#app/contracts/money.ts';
import {
  CARD_FEE_MICRO,
  CARD_FEE_PERCENT,
  CRYPTO_FEE_PERCENT,
  DISPUTE_FEE_MICRO,
  MIN_PAYMENT_MICRO,
} from '#app/contracts/payments/fees.ts';
import type { PayMethod } from '#app/contracts/payments/receipt.ts';

interface PaymentTermsProps {
  ways: readonly PayMethod[];
  className?: string;
}

/** The fees and rules of a payment, which a press opens. */
export function PaymentTerms({ ways, className }: PaymentTermsProps) {
  const { t } = useTranslation('purchases');
  const rules = [
    ways.includes('card') &&
      t('terms.card', { percent: String(CARD_FEE_PERCENT), amount: formatExactly(CARD_FEE_MICRO) }),
    ways.includes('crypto') && t('terms.crypto', { percent: String(CRYPTO_FEE_PERCENT) }),
    t('terms.least', { amount: formatExactly(MIN_PAYMENT_MICRO) }),
    t('terms.tax'),
    t('terms.expiry'),
    t('terms.refund'),
    t('terms.chargeback', { amount: formatExactly(DISPUTE_FEE_MICRO) }),
  ].filter((rule) => rule !== false);
  return (
    <details className={className}>
      <summary className="control inline-flex items-center text-sm text-text-muted underline decoration-line-strong underline-offset-4 hover:text-text">
        {t('terms.title')}
      </summary>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 ps-5 text-text-muted">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </details>
  );
}
