import { useTranslation } from 'react-i18next';
import { formatExactly } from '#app/contracts/money.ts';
import { cardCredit, cryptoCredit } from '#app/contracts/payments/fees.ts';
import type { TypingAmount } from './use-typed-amount.ts';

interface EstimateProps extends Pick<TypingAmount, 'amount'> {
  byCard: boolean;
  inCrypto: boolean;
}

/** What an amount is worth as credit, by each way to pay it. */
export function Estimate({ amount: { micro }, byCard, inCrypto }: EstimateProps) {
  const { t } = useTranslation('purchases');
  const rows = [
    byCard && { name: t('add.byCard'), credit: micro === null ? null : formatExactly(cardCredit(micro)) },
    inCrypto && {
      name: t('add.inCrypto'),
      credit: micro === null ? null : t('add.upTo', { amount: formatExactly(cryptoCredit(micro)) }),
    },
  ].filter((row) => row !== false);
  return (
    <dl aria-live="polite" className="flex flex-col gap-1 border-y border-line py-3">
      <div className="flex justify-between gap-4 text-text-muted">
        <dt>{t('add.pay')}</dt>
        <dd className="tabular-nums">{micro === null ? '–' : <bdi>{formatExactly(micro)}</bdi>}</dd>
      </div>
      {rows.map(({ name, credit }) => (
        <div key={name} className="flex justify-between gap-4">
          <dt>{name}</dt>
          <dd className="font-semibold tabular-nums">{credit === null ? '–' : <bdi>{credit}</bdi>}</dd>
        </div>
      ))}
    </dl>
  );
}
