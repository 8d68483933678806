/** The share of a bucket's width that its bar fills. */
const FILLED = 0.72;

/** Maximum width of a bar, in percent of the chart, for charts with few bars. */
const WIDEST = 7;

/** The bar of a bucket: start and width as percentages of the whole width. */
export interface Band {
  start: number;
  width: number;
  /** The position of the bucket's point on a line. */
  centre: number;
}

/**
 * A line through the values of buckets, and dots for values without neighbours: each as the `d` of a path.
 */
interface LinePaths {
  line: string;
  dots: string;
}

/** The position of one of `count` buckets side by side. */
export function bandOf(index: number, count: number): Band {
  const room = 100 / count;
  const width = Math.min(room * FILLED, WIDEST);
  return { start: index * room + (room - width) / 2, width, centre: (index + 0.5) * room };
}

/**
 * The index of the bucket at a position, out of `count`.
 * @param share share of the whole width, from 0 to 1; outside of it the nearest bucket
 */
export function bucketAt(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)));
}

/** A value as a percentage of the axis, from its bottom. */
export function heightOf(value: number, top: number): number {
  return top > 0 ? Math.min(100, Math.max(0, (value / top) * 100)) : 0;
}

/** Writes a number for an attribute, with no more digits than a screen can show. */
export function short(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/**
 * The indexes of the buckets that are labelled below an axis: evenly spaced, the newest among them.
 * @param max maximum number of labels
 */
export function labelled(count: number, max: number): number[] {
  const step = Math.max(1, Math.ceil(count / max));
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % step === 0,
  );
}

/**
 * Draws the values of buckets in a box of 100 by 100. A missing value interrupts the line; a value between
 * two gaps becomes a line without length, which round line ends turn into a dot.
 */
export function linePaths(values: readonly (number | null)[], top: number): LinePaths {
  const paths: LinePaths = { line: '', dots: '' };
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const place = `${short(bandOf(index, values.length).centre)} ${short(100 - heightOf(value, top))}`;
    const isBegin = (values[index - 1] ?? null) === null;
    if (isBegin && (values[index + 1] ?? null) === null) paths.dots += `M${place}h0`;
    else paths.line += `${isBegin ? 'M' : 'L'}${place}`;
  }
  return paths;
}
