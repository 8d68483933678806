/** How much of the room of a bucket its bar takes. */
const FILLED = 0.72;

/** Few bars are no wider than this, in percent of the chart. */
const WIDEST = 7;

/** The bars of a chart: each as a share of the whole width, in percent. */
export interface Band {
  start: number;
  width: number;
  /** Where the point of a line stands. */
  centre: number;
}

/** A line through the values of buckets, and what of them has no neighbour: each as the `d` of a path. */
interface LinePaths {
  line: string;
  dots: string;
}

/** The place of one of `count` buckets that stand side by side. */
export function bandOf(index: number, count: number): Band {
  const room = 100 / count;
  const width = Math.min(room * FILLED, WIDEST);
  return { start: index * room + (room - width) / 2, width, centre: (index + 0.5) * room };
}

/** Which of `count` buckets is under a place. @param share of the whole width, from 0 to 1; beyond it the nearest */
export function bucketAt(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)));
}

/** A value as a share of the axis, in percent from its foot. */
export function heightOf(value: number, top: number): number {
  return top > 0 ? Math.min(100, Math.max(0, (value / top) * 100)) : 0;
}

/** A number as an attribute: no more digits than a screen has use for. */
export function short(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/**
 * Which buckets are named below an axis: evenly apart, the newest among them.
 * @param most how many have room
 */
export function labelled(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % step === 0,
  );
}

/**
 * Values of buckets in a box of 100 by 100. Where nothing was measured the line is interrupted; a value between two gaps
 * is a line without length, which round ends make a dot.
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
