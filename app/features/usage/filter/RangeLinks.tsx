import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { DATE_INTERVALS } from '#app/contracts/usage/dashboard.ts';
import { usageHref, type UsageQuery } from './usage-query.ts';

const look =
  'control inline-flex min-w-11 items-center justify-center rounded-control px-3 text-sm font-medium text-text-muted ' +
  'transition-colors hover:text-text aria-[current=true]:bg-surface-raised aria-[current=true]:text-text';

/** How far back the figures go. */
export function RangeLinks({ query }: { query: UsageQuery }) {
  const { t } = useTranslation('dashboard');
  return (
    <nav
      aria-label={t('range.label')}
      dir="ltr"
      className="flex gap-0.5 rounded-control bg-surface-sunken p-0.5"
    >
      {DATE_INTERVALS.map((one) => (
        <Link
          key={one}
          to={usageHref(query, { dateInterval: one })}
          preventScrollReset
          title={t(`range.${one}`)}
          aria-current={one === query.dateInterval || undefined}
          className={look}
        >
          {one}
        </Link>
      ))}
    </nav>
  );
}
