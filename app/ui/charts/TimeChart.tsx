import { useTranslation } from 'react-i18next';
import { ChartCursor } from './ChartCursor.tsx';
import { PlotArea } from './PlotArea.tsx';
import { bucketNames, niceTicks } from './axis.ts';
import { bandOf, labelled, short } from './places.ts';
import { greatest, type BucketSize, type Series } from './series.ts';

export interface TimeChartProps {
  title: string;
  /** ISO 8601: when each bucket begins, oldest first. */
  times: readonly string[];
  bucket: BucketSize;
  series: readonly Series[];
  kind: 'bars' | 'lines';
  /** Writes a value of the axis; `ticks` are all of them. */
  axisText: (value: number, ticks: readonly number[]) => string;
  /** True for what is counted: no gridline stands between two whole numbers. */
  isWhole?: boolean;
}

/** Words below the axis that have room, on a wide screen; a phone shows every second. */
const MOST_LABELS = 8;

/**
 * Figures over time, drawn on the server: right without scripts, at any width. It runs from the left to the right in
 * every language. With scripts a bucket's figures show under the pointer, a finger or the arrow keys.
 */
export function TimeChart({ title, times, bucket, series, kind, axisText, isWhole }: TimeChartProps) {
  const { t, i18n } = useTranslation('charts');
  const ticks = niceTicks(greatest(series, kind === 'bars'), { isWhole });
  const names = bucketNames(times, bucket, i18n.language);
  const shown = labelled(times.length, MOST_LABELS);
  return (
    <div dir="ltr" className="grid grid-cols-[auto_1fr] gap-x-2 pe-2 text-xs text-text-muted tabular-nums">
      <div aria-hidden className="flex h-48 flex-col-reverse justify-between text-end">
        {ticks.map((tick) => (
          <span key={tick} className="flex h-0 items-center justify-end whitespace-nowrap">
            <bdi>{axisText(tick, ticks)}</bdi>
          </span>
        ))}
      </div>
      <ChartCursor title={title} names={names.long} series={series}>
        <PlotArea
          label={t('about', { title })}
          names={names.long}
          series={series}
          kind={kind}
          ticks={ticks}
        />
      </ChartCursor>
      <div aria-hidden className="relative col-start-2 h-6">
        {shown.map((index, place) => (
          // The word has a direction of its own, by which its place must not be counted.
          <span
            key={times[index]}
            style={{ insetInlineStart: `${short(bandOf(index, times.length).centre)}%` }}
            className={`absolute top-1.5 -translate-x-1/2 whitespace-nowrap ${(shown.length - 1 - place) % 2 === 1 ? 'max-sm:hidden' : ''}`}
          >
            <bdi>{names.short[index]}</bdi>
          </span>
        ))}
      </div>
    </div>
  );
}
