/** Colours of a chart by their role: the first and the second series of a comparison, and failures. */
export type Tone = 'first' | 'second' | 'bad';

/** A series of values over time. */
export interface Series {
  name: string;
  tone: Tone;
  /** One for each bucket; null if nothing was measured. */
  values: readonly (number | null)[];
  /** The exact values as text. */
  texts: readonly string[];
}

/** The period of one bar. */
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

/** The maximum height of the bars of some series: for stacked series the maximum of their sums. */
export function maxHeight(series: readonly Series[], isStacked: boolean): number {
  const heights = (series[0]?.values ?? []).map((_, index) => {
    const values = series.map((one) => one.values[index] ?? 0);
    return isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  return Math.max(0, ...heights);
}
