import type { Dashboard } from '#app/contracts/usage/dashboard.ts';
import { ChartCard } from '#app/ui/charts/ChartCard.tsx';
import { ChartTable } from '#app/ui/charts/ChartTable.tsx';
import { TimeChart } from '#app/ui/charts/TimeChart.tsx';
import type { Chart } from './use-chart-series.ts';

interface OverTimeProps {
  chart: Chart;
  dashboard: Dashboard;
  isEmpty: boolean;
  isLoading: boolean;
}

/** A chart of figures over time, with its table. */
export function OverTime({ chart, dashboard, isEmpty, isLoading }: OverTimeProps) {
  const { id, title, total, ...drawn } = chart;
  const { bucket, buckets } = dashboard;
  const times = buckets.map(({ at }) => at);
  return (
    <ChartCard
      id={id}
      title={title}
      total={total}
      series={drawn.series}
      isEmpty={isEmpty}
      isLoading={isLoading}
      table={<ChartTable title={title} times={times} bucket={bucket} series={drawn.series} />}
    >
      <TimeChart title={title} times={times} bucket={bucket} {...drawn} />
    </ChartCard>
  );
}
