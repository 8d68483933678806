/** Colours of a chart by what they stand for: the first and the second of what is compared, and what went wrong. */
export type Tone = 'first' | 'second' | 'bad';

/** What is shown over time. */
export interface Series {
  name: string;
  tone: Tone;
  /** One for each bucket; null where nothing was measured. */
  values: readonly (number | null)[];
  /** The same as they are read, exactly. */
  texts: readonly string[];
}

/** A span of time that is one bar. */
export type BucketSize = 'hour' | 'day' | 'month';

export const FILLS: Record<Tone, string> = {
  first: 'fill-series-1',
  second: 'fill-series-2',
  bad: 'fill-bad',
};
export const STROKES: Record<Tone, string> = {
  first: 'stroke-series-1',
  second: 'stroke-series-2',
  bad: 'stroke-bad',
};
export const GROUNDS: Record<Tone, string> = {
  first: 'bg-series-1',
  second: 'bg-series-2',
  bad: 'bg-bad',
};

/** The greatest height that the bars of some series reach: their sums where they stand on each other. */
export function greatest(series: readonly Series[], isStacked: boolean): number {
  const heights = (series[0]?.values ?? []).map((_, index) => {
    const values = series.map((one) => one.values[index] ?? 0);
    return isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  return Math.max(0, ...heights);
}
