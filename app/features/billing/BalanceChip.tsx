import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { formatCents, formatExactly } from '#app/contracts/money.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { BALANCE_PATH } from './balance-page.ts';
import { useBalance } from './use-balance.ts';

/** What is left, beside the account; who has nothing is shown the way to more. Micro-dollars as text. */
export function BalanceChip({ balanceMicro }: { balanceMicro: string }) {
  const { t } = useTranslation('billing');
  const micro = BigInt(useBalance(balanceMicro));
  return (
    <span className="flex shrink-0 items-center gap-1">
      <Link
        to={BALANCE_PATH}
        title={formatExactly(micro)}
        className="control inline-flex items-center rounded-control px-2 text-sm text-text-muted tabular-nums transition-colors hover:bg-surface-sunken hover:text-text"
      >
        <span className="sr-only">{t('balance')} </span>
        <data value={micro.toString()}>{formatCents(micro)}</data>
      </Link>
      {micro <= 0n && (
        <LinkButton to={BALANCE_PATH} size="small" variant="primary">
          {t('add')}
        </LinkButton>
      )}
    </span>
  );
}
