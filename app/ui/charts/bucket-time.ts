import { dateFormat } from '../i18n/formats.ts';
import type { BucketSize } from './series.ts';

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

/** How the buckets of a chart are named: in few words below the axis, whole elsewhere. Their times are in UTC. */
export function bucketNames(times: readonly string[], bucket: BucketSize, language: string) {
  const [short, long] = [dateFormat(language, SHORT[bucket]), dateFormat(language, LONG[bucket])];
  const dates = times.map((time) => new Date(time));
  return { short: dates.map((date) => short.format(date)), long: dates.map((date) => long.format(date)) };
}
