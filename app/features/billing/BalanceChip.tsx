import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatCents, formatExactly } from '#app/contracts/money.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { BALANCE_PATH } from './balance-page.ts';
import { useIsBalanceLow, useShownBalance } from './balance-provider.tsx';

/** The balance in a header, with a link to the credits, and a button at a balance of zero or less. */
export function BalanceChip() {
  const { t } = useTranslation('billing');
  const micro = useShownBalance();
  const isLow = useIsBalanceLow();
  if (micro === null) return null;
  return (
    <span className="flex shrink-0 items-center gap-1">
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
      <AddCredit />
    </span>
  );
}

/** The balance as a figure alone, for a menu whose label names it. */
export function BalanceFigure() {
  const { t } = useTranslation('billing');
  const micro = useShownBalance();
  const isLow = useIsBalanceLow();
  if (micro === null) return null;
  return (
    <data
      value={micro.toString()}
      title={isLow ? `${t('low')}: ${formatExactly(micro)}` : formatExactly(micro)}
      className={isLow ? 'text-warn' : undefined}
    >
      {formatCents(micro)}
    </data>
  );
}

/** Button that leads to the credits at a balance of zero or less. */
export function AddCredit() {
  const { t } = useTranslation('billing');
  const micro = useShownBalance();
  if (micro === null || micro > 0n) return null;
  return (
    <LinkButton to={BALANCE_PATH} size="small" variant="primary">
      {t('add')}
    </LinkButton>
  );
}
