import { ChartNoAxesColumn } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { usageHref, type UsageQuery } from './filter/usage-query.ts';

/** True where something leaves calls out. */
const isNarrowed = ({ user, model, source, dateInterval }: UsageQuery) =>
  user !== null || model !== null || source !== null || dateInterval !== 'ALL';

interface NoCallsProps {
  query: UsageQuery;
  /** Only so many calls were looked through: the list goes on from this one. */
  older?: string | null;
}

/** No call to show: there never was one, or the filter leaves all out. */
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
