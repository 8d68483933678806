import { useTranslation } from '#app/ui/i18n/translation.ts';
import { ChartCursor } from './ChartCursor.tsx';
import { PlotArea } from './PlotArea.tsx';
import { bucketNames, niceTicks } from './axis.ts';
import { bandOf, labelled, short } from './places.ts';
import { maxHeight, type BucketSize, type Series } from './series.ts';

export interface TimeChartProps {
  title: string;
  /** ISO 8601: start of each bucket, oldest first. */
  times: readonly string[];
  bucket: BucketSize;
  series: readonly Series[];
  kind: 'bars' | 'lines';
  /** Formats a value of the axis; `ticks` are all of its values. */
  axisText: (value: number, ticks: readonly number[]) => string;
  /** True for counts: all gridlines are at whole numbers. */
  isWhole?: boolean;
}

/** Maximum number of labels below the axis on a wide screen; a phone shows every second one. */
const MAX_LABELS = 8;

/**
 * Values over time, drawn on the server: correct without scripts, at any width. Time runs from left to right
 * in every language. With scripts the values of a bucket show under the pointer, a finger or the arrow keys.
 */
export function TimeChart({ title, times, bucket, series, kind, axisText, isWhole }: TimeChartProps) {
  const { t, i18n } = useTranslation('charts');
  const ticks = niceTicks(maxHeight(series, kind === 'bars'), { isWhole });
  const names = bucketNames(times, bucket, i18n.language);
  const shown = labelled(times.length, MAX_LABELS);
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
          // The text has a direction of its own, which must not influence its position.
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
