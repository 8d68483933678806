/** Steps between gridlines, times a power of ten: all are easy to read. */
const STEPS = [1, 2, 5, 10];

/**
 * Values of the gridlines of an axis that begins at zero: evenly apart, at a round step, the last one at or above `max`.
 * @param most how many steps there are at most; nearly as many are used
 * @param isWhole for what is counted: no step is smaller than one
 */
export function niceTicks(max: number, { most = 4, isWhole = false } = {}): number[] {
  const top = Number.isFinite(max) && max > 0 ? max : 1;
  const power = 10 ** Math.floor(Math.log10(top / most));
  const step = Math.max(
    STEPS.map((one) => one * power).find((one) => one * most >= top * (1 - 1e-9))!,
    isWhole ? 1 : 0,
  );
  const count = Math.max(1, Math.ceil((top / step) * (1 - 1e-9)));
  // A product such as 3 x 0.1 is not exactly 0.3.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
