import { dateFormat, numberFormat } from '#app/ui/i18n/formats.ts';
import type { BucketSize } from './series.ts';

/** Factors for steps between gridlines, times a power of ten: all are easy to read. */
const STEPS = [1, 2, 5, 10];

/** Formats a value of an axis. @param ticks all of its values: they share the number of decimals */
type AxisText = (value: number, ticks: readonly number[]) => string;

const UTC = { timeZone: 'UTC' } as const;

const HOURS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...UTC } as const;

const SHORT: Record<BucketSize, Intl.DateTimeFormatOptions> = {
  hour: HOURS,
  day: { month: 'short', day: 'numeric', ...UTC },
  month: { year: 'numeric', month: 'short', ...UTC },
};

const LONG: Record<BucketSize, Intl.DateTimeFormatOptions> = {
  hour: { month: 'short', day: 'numeric', ...HOURS },
  day: { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric', ...UTC },
  month: { year: 'numeric', month: 'long', ...UTC },
};

/**
 * The gridlines of an axis that starts at zero: evenly spaced, with a round step, the last one at or above
 * `max`.
 * @param maxSteps maximum number of steps; nearly as many are used
 * @param isWhole for counts: no step is smaller than one
 */
export function niceTicks(max: number, { maxSteps = 4, isWhole = false } = {}): number[] {
  const top = Number.isFinite(max) && max > 0 ? max : 1;
  const power = 10 ** Math.floor(Math.log10(top / maxSteps));
  const step = Math.max(
    STEPS.map((one) => one * power).find((one) => one * maxSteps >= top * (1 - 1e-9))!,
    isWhole ? 1 : 0,
  );
  const count = Math.max(1, Math.ceil((top / step) * (1 - 1e-9)));
  // A product such as 3 x 0.1 is not exactly 0.3.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Shortens numbers by the rules of a language: `1.2K`. */
export function countText(language: string): AxisText {
  const format = numberFormat(language, { notation: 'compact', maximumFractionDigits: 2 });
  return (value) => format.format(value);
}

/** `$0.05`: as many decimals as the step between two gridlines needs. */
export function dollarText(): AxisText {
  const large = numberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });
  return (value, ticks) => {
    if (value >= 10_000) return `$${large.format(value)}`;
    const step = ticks[1] ?? 1;
    const decimals = step >= 1 ? 0 : Math.min(6, Math.max(2, Math.ceil(-Math.log10(step) - 1e-9)));
    return `$${value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })}`;
  };
}

/** `0.5s` or `500ms`: milliseconds in a unit that suits the axis. */
export function durationText(language: string): AxisText {
  const unit = (name: string) =>
    numberFormat(language, { style: 'unit', unit: name, unitDisplay: 'narrow', maximumFractionDigits: 2 });
  const [milliseconds, seconds] = [unit('millisecond'), unit('second')];
  return (value, ticks) =>
    (ticks.at(-1) ?? 0) < 1000 ? milliseconds.format(value) : seconds.format(value / 1000);
}

/** Names the buckets of a chart: `short` for labels below the axis, `long` elsewhere. Times are in UTC. */
export function bucketNames(times: readonly string[], bucket: BucketSize, language: string) {
  const [short, long] = [dateFormat(language, SHORT[bucket]), dateFormat(language, LONG[bucket])];
  const dates = times.map((time) => new Date(time));
  return { short: dates.map((date) => short.format(date)), long: dates.map((date) => long.format(date)) };
}
