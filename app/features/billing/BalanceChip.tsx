import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { formatCents, formatExactly } from '#app/contracts/money.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { BALANCE_PATH } from './balance-page.ts';
import { useIsBalanceLow, useShownBalance } from './balance-provider.tsx';

/**
 * The balance beside the account, with a link to add credit: always in the side bar, elsewhere only at a
 * balance of zero or less.
 */
export function BalanceChip({ isWide = false }: { isWide?: boolean }) {
  const { t } = useTranslation('billing');
  const micro = useShownBalance();
  const isLow = useIsBalanceLow();
  if (micro === null) return null;
  return (
    <span className={isWide ? 'flex items-center justify-between gap-1' : 'flex shrink-0 items-center gap-1'}>
      <Link
        to={BALANCE_PATH}
        title={formatExactly(micro)}
        className={joinClasses(
          'control inline-flex items-center rounded-control px-2 text-sm tabular-nums transition-colors hover:bg-surface',
          isLow ? 'text-warn' : 'text-text-muted hover:text-text',
        )}
      >
        <span className="sr-only">{t(isLow ? 'low' : 'balance')} </span>
        <data value={micro.toString()}>{formatCents(micro)}</data>
      </Link>
      {(isWide || micro <= 0n) && (
        <LinkButton to={BALANCE_PATH} size="small" variant={micro <= 0n ? 'primary' : 'quiet'}>
          {t('add')}
        </LinkButton>
      )}
    </span>
  );
}
