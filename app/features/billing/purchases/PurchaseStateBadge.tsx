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
export function PurchaseStateBadge({ state }: Pick<PurchaseLine, 'state'>) {
  const { t } = useTranslation('purchases');
  return <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>;
}
