import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { TABS, usageHref, type UsageQuery } from './filter/usage-query.ts';

const look =
  'control inline-flex items-center border-b-2 border-transparent px-3 text-text-muted transition-colors hover:text-text ' +
  'aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-text';

/** The two views of the same calls. */
export function UsageTabs({ query }: { query: UsageQuery }) {
  const { t } = useTranslation('dashboard');
  return (
    <nav aria-label={t('tabs.label')} className="flex gap-1">
      {TABS.map((tab) => (
        <Link
          key={tab}
          to={usageHref(query, { tab })}
          preventScrollReset
          aria-current={tab === query.tab ? 'page' : undefined}
          className={look}
        >
          {t(`tabs.${tab}`)}
        </Link>
      ))}
    </nav>
  );
}
