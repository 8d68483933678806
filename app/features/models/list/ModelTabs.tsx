import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { listHref, TABS, type ListQuery, type ListTab } from './list-query.ts';

interface ModelTabsProps {
  query: ListQuery;
  tab: ListTab;
  /** Whether a search is active: it covers all models, and the tabs are disabled. */
  isDisabled: boolean;
}

const look =
  'control inline-flex items-center border-b-2 border-transparent px-3 text-text-muted transition-colors hover:text-text aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-text aria-disabled:text-text-faint';

/** The kinds of models. During a search the tabs are disabled. */
export function ModelTabs({ query, tab, isDisabled }: ModelTabsProps) {
  const { t } = useTranslation('models');
  return (
    <nav aria-label={t('tabs.label')} className="flex gap-1 overflow-x-auto border-b border-line">
      {TABS.map((one) => {
        const current = one === tab ? ('page' as const) : undefined;
        if (isDisabled)
          return (
            <button
              key={one}
              type="button"
              aria-disabled="true"
              aria-current={current}
              title={t('tabs.held')}
              className={look}
            >
              {t(`tabs.${one}`)}
            </button>
          );
        return (
          <Link
            key={one}
            to={listHref(query, { tab: one })}
            preventScrollReset
            aria-current={current}
            className={look}
          >
            {t(`tabs.${one}`)}
          </Link>
        );
      })}
    </nav>
  );
}
