import { ChartNoAxesColumn } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { usageHref, type UsageQuery } from './filter/usage-query.ts';

/** Whether a filter excludes calls. */
const isNarrowed = ({ user, model, source, dateInterval }: UsageQuery) =>
  user !== null || model !== null || source !== null || dateInterval !== 'ALL';

interface NoCallsProps {
  query: UsageQuery;
  /** Only a limited number of calls was searched: the list continues from this one. */
  older?: string | null;
}

/** Shown when there are no calls at all, or none that match the filter. */
export function NoCalls({ query, older = null }: NoCallsProps) {
  const { t } = useTranslation(['usage', 'dashboard']);
  if (!isNarrowed(query))
    return (
      <EmptyState
        icon={ChartNoAxesColumn}
        title={t('empty.title')}
        text={t('empty.text')}
        action={
          <LinkButton to="/chat/new" variant="primary">
            {t('empty.action')}
          </LinkButton>
        }
      />
    );
  const wide = { user: null, model: null, source: null, dateInterval: 'ALL' } as const;
  return (
    <EmptyState
      icon={ChartNoAxesColumn}
      title={t('empty.title')}
      text={t(older ? 'dashboard:narrowed.searched' : 'dashboard:narrowed.text')}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {older && (
            <LinkButton to={usageHref(query, { until: older })} variant="primary">
              {t('dashboard:narrowed.older')}
            </LinkButton>
          )}
          <LinkButton to={usageHref(query, wide)} variant={older ? 'quiet' : 'primary'}>
            {t('dashboard:narrowed.all')}
          </LinkButton>
        </span>
      }
    />
  );
}
