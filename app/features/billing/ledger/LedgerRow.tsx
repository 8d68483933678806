import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatExactly } from '#app/contracts/money.ts';
import { DateTime } from '#app/ui/components/DateTime.tsx';

const figure = 'tabular-nums whitespace-nowrap text-end';

interface LedgerRowProps {
  /** ISO 8601. */
  at: string;
  amountMicro: bigint;
  /** The balance after it. */
  afterMicro: bigint;
  /** `summary`: a press on the row opens its `details`. */
  as?: 'div' | 'summary';
  /** The subject of the entry. */
  children: ReactNode;
}

/** A line of the ledger: time, subject, amount, balance. On a phone time and balance are below the others. */
export function LedgerRow({ at, amountMicro, afterMicro, as: Row = 'div', children }: LedgerRowProps) {
  const { t } = useTranslation('billing');
  return (
    <Row className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 px-4 py-2.5 sm:grid-cols-[4rem_minmax(0,1fr)_8rem_8rem] [summary&]:hover:bg-surface-sunken">
      <span className="text-text-muted max-sm:order-3 max-sm:text-sm">
        <DateTime at={at} show="time" />
      </span>
      <span className="flex flex-wrap items-baseline gap-x-3 max-sm:order-1">{children}</span>
      <span className={`${figure} max-sm:order-2 ${amountMicro > 0n ? 'text-good' : ''}`}>
        <span className="sr-only">{t('amount')} </span>
        <bdi>{`${amountMicro > 0n ? '+' : ''}${formatExactly(amountMicro)}`}</bdi>
      </span>
      <span className={`${figure} text-text-muted max-sm:order-4 max-sm:text-sm`}>
        <span className="sm:sr-only">{t('after')} </span>
        <bdi>{formatExactly(afterMicro)}</bdi>
      </span>
    </Row>
  );
}
