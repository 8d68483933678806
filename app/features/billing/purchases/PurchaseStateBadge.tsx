import { useTranslation } from 'react-i18next';
import type { PurchaseLine } from '#app/contracts/payments/receipt.ts';
import { Badge } from '#app/ui/components/Badge.tsx';

const TONES = {
  waiting: 'neutral',
  failed: 'bad',
  credited: 'good',
  unmatched: 'warn',
  refused: 'warn',
} as const;

/** What became of a payment, in a word or two. */
export function PurchaseStateBadge({ state, isTakenBack }: Pick<PurchaseLine, 'state' | 'isTakenBack'>) {
  const { t } = useTranslation('purchases');
  if (isTakenBack) return <Badge tone="bad">{t('state.takenBack')}</Badge>;
  return <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>;
}
