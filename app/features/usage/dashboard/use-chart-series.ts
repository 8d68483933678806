import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatMicro, MICRO_PER_DOLLAR } from '#app/contracts/money.ts';
import type { Dashboard } from '#app/contracts/usage/dashboard.ts';
import type { TimeChartProps } from '#app/ui/charts/TimeChart.tsx';
import { countText, dollarText, durationText } from '#app/ui/charts/axis.ts';
import type { Series, Tone } from '#app/ui/charts/series.ts';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { secondsText } from '../seconds-text.ts';

/** The data of a chart over time, and its total as text. */
export interface Chart extends Pick<TimeChartProps, 'title' | 'series' | 'kind' | 'axisText' | 'isWhole'> {
  id: string;
  total: string;
}

/** The charts of a dashboard, with texts and numbers in the reader's language. */
export function useChartSeries({ buckets, totals, userGrowth }: Dashboard) {
  const { t, i18n } = useTranslation('dashboard');
  const { language } = i18n;
  const number = numberFormat(language);
  const seconds = secondsText(language);
  const counted = (name: string, tone: Tone, values: number[]): Series => ({
    name,
    tone,
    values,
    texts: values.map((value) => number.format(value)),
  });
  const timed = (name: string, tone: Tone, values: (number | null)[]): Series => ({
    name,
    tone,
    values,
    texts: values.map((value) => (value === null ? '–' : seconds(value))),
  });
  const chart = (id: ChartId, drawn: Omit<Chart, 'id' | 'title'>): Chart => ({
    id: `chart-${id}`,
    title: t(`chart.${id}`),
    ...drawn,
  });
  const costs = buckets.map(({ costMicro }) => BigInt(costMicro));
  const users = userGrowth?.buckets.map((one) => one.users) ?? [];
  return {
    tokens: chart('tokens', {
      kind: 'bars',
      isWhole: true,
      axisText: countText(language),
      total: number.format(totals.inputTokens + totals.outputTokens),
      series: [
        counted(
          t('series.input'),
          'first',
          buckets.map((one) => one.inputTokens),
        ),
        counted(
          t('series.output'),
          'second',
          buckets.map((one) => one.outputTokens),
        ),
      ],
    }),
    cost: chart('cost', {
      kind: 'bars',
      axisText: dollarText(),
      total: formatMicro(BigInt(totals.costMicro)),
      series: [
        {
          name: t('series.cost'),
          tone: 'first',
          values: costs.map((micro) => Number(micro) / Number(MICRO_PER_DOLLAR)),
          texts: costs.map((micro) => formatMicro(micro)),
        },
      ],
    }),
    errors: chart('errors', {
      kind: 'bars',
      isWhole: true,
      axisText: countText(language),
      total: t('ofRequests', {
        errors: number.format(totals.errors),
        requests: number.format(totals.requests),
      }),
      series: [
        counted(
          t('series.errors'),
          'bad',
          buckets.map((one) => one.errors),
        ),
      ],
    }),
    firstToken: chart('firstToken', {
      kind: 'lines',
      axisText: durationText(language),
      total: '',
      series: [
        timed(
          t('series.p50'),
          'first',
          buckets.map((one) => one.firstTokenP50Ms),
        ),
        timed(
          t('series.p95'),
          'second',
          buckets.map((one) => one.firstTokenP95Ms),
        ),
      ],
    }),
    growth: chart('growth', {
      kind: 'lines',
      isWhole: true,
      axisText: countText(language),
      total: number.format(userGrowth?.totalUsers ?? 0),
      series: [counted(t('series.users'), 'first', users)],
    }),
  };
}

type ChartId = 'tokens' | 'cost' | 'errors' | 'firstToken' | 'growth';
