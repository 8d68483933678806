import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { Dashboard } from '#app/contracts/usage/dashboard.ts';
import { ExportLinks } from '../ExportLinks.tsx';
import { usageHref } from '../filter/usage-query.ts';
import { NoCalls } from '../NoCalls.tsx';
import type { UsageData } from '../usage-page.ts';
import { OverTime } from './OverTime.tsx';
import { Ranking } from './Ranking.tsx';
import { Totals } from './Totals.tsx';
import { useChartSeries } from './use-chart-series.ts';

interface DashboardViewProps {
  data: UsageData;
  dashboard: Dashboard;
  /** Whether other figures are loading. */
  isLoading: boolean;
}

/** The totals of a period in one row, and charts of them. */
export function DashboardView({ data, dashboard, isLoading }: DashboardViewProps) {
  const { t } = useTranslation('dashboard');
  const { query } = data;
  const charts = useChartSeries(dashboard);
  const { totals, topModels, topKeys, applications, userGrowth } = dashboard;
  const isEmpty = totals.requests === 0;
  const common = { dashboard, isLoading };
  const growth = userGrowth && (
    <OverTime chart={charts.growth} {...common} isEmpty={userGrowth.totalUsers === 0} />
  );
  if (isEmpty)
    return (
      <>
        <NoCalls query={query} />
        {growth}
      </>
    );
  return (
    <>
      <Totals totals={totals} isLoading={isLoading} />
      <div className="grid gap-4 lg:grid-cols-2">
        <OverTime
          chart={charts.tokens}
          {...common}
          isEmpty={totals.inputTokens + totals.outputTokens === 0}
        />
        <OverTime chart={charts.cost} {...common} isEmpty={totals.costMicro === '0'} />
        <Ranking
          kind="models"
          names={topModels}
          isLoading={isLoading}
          chosen={query.model}
          hrefOf={(id) => usageHref(query, { model: id === query.model ? null : id })}
        />
        <Ranking
          kind="keys"
          names={topKeys}
          isLoading={isLoading}
          chosen={query.source}
          hrefOf={(id) => usageHref(query, { source: id === query.source ? null : id })}
        />
        <OverTime chart={charts.errors} {...common} isEmpty={totals.errors === 0} />
        <OverTime chart={charts.firstToken} {...common} isEmpty={totals.firstTokenP50Ms === null} />
        {applications.length > 0 && (
          <Ranking kind="applications" names={applications} isLoading={isLoading} />
        )}
        {growth}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-text-muted">{t('utc')}</p>
        <ExportLinks filter={query} />
      </div>
    </>
  );
}
