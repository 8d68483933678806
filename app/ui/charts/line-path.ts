import { bandOf, heightOf, short } from './places.ts';

/** A line through the values of buckets, and what of them has no neighbour: each as the `d` of a path. */
interface LinePaths {
  line: string;
  dots: string;
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
