import { useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { ActivityView } from './ActivityView.tsx';
import { DashboardView } from './dashboard/DashboardView.tsx';
import { AssigneePicker } from './filter/AssigneePicker.tsx';
import { FilterChips } from './filter/FilterChips.tsx';
import { Notices } from './filter/Notices.tsx';
import { RangeLinks } from './filter/RangeLinks.tsx';
import { RememberedFilter } from './filter/RememberedFilter.tsx';
import { USAGE_PATH } from './filter/usage-query.ts';
import { ReadFailed } from './ReadFailed.tsx';
import type { UsageData } from './usage-page.ts';
import { UsageTabs } from './UsageTabs.tsx';

/** What a person has used, in charts and call by call, narrowed to a time, a model or a key. */
export function UsagePage({ data }: { data: UsageData }) {
  const { t } = useTranslation('usage');
  const { location } = useNavigation();
  const { query, dashboard, activity } = data;
  const isLoading = location?.pathname === USAGE_PATH;
  return (
    <PageColumn width="table">
      <RememberedFilter data={data} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        <RangeLinks query={query} />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3 border-b border-line">
        <UsageTabs query={query} />
        <AssigneePicker data={data} />
      </div>
      <Notices notices={data.notices} />
      <FilterChips data={data} />
      {dashboard && <DashboardView data={data} dashboard={dashboard} isLoading={isLoading} />}
      {activity && <ActivityView data={data} activity={activity} isLoading={isLoading} />}
      {!dashboard && !activity && <ReadFailed query={query} />}
    </PageColumn>
  );
}
