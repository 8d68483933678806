import type { Dashboard, DateInterval } from '#app/contracts/usage/dashboard.ts';
import { DAY_MS, dayOf, HOUR_MS, hourOf, later, latest, monthOf } from '#app/core/usage/sums/times.ts';

/** The time span of a dashboard, and its bars. */
export interface Span {
  bucket: Dashboard['bucket'];
  /** Start of each bucket, oldest first, without gaps. */
  starts: Date[];
  /** End of the last bucket. */
  end: Date;
}

/** Max bars of a chart. */
const MAX_BUCKETS = 120;
const HOURS_OF_A_DAY = 24;
const DAYS: Record<'1W' | '1M', number> = { '1W': 7, '1M': 30 };

/**
 * The last 24 hours by hour, 7 or 30 days by day, or everything since the first call: by day, or by month if
 * these are too many. The last bucket is the current one. All in UTC.
 * @param firstAt end of the first call; null when there is none
 */
export function spanOf(interval: DateInterval, now: Date, firstAt: Date | null): Span {
  if (interval === '1D') return lastHours(now);
  if (interval !== 'ALL') return lastDays(now, DAYS[interval]);
  const days = firstAt ? Math.round((dayOf(now).getTime() - dayOf(firstAt).getTime()) / DAY_MS) + 1 : 1;
  if (days <= MAX_BUCKETS) return lastDays(now, Math.max(days, 1));
  const first = latest(monthOf(firstAt!), monthOf(now, 1 - MAX_BUCKETS));
  const starts = [first];
  while (starts.at(-1)! < monthOf(now)) starts.push(monthOf(starts.at(-1)!, 1));
  return { bucket: 'month', starts, end: monthOf(now, 1) };
}

function lastHours(now: Date): Span {
  const end = later(hourOf(now), HOUR_MS);
  const starts = Array.from({ length: HOURS_OF_A_DAY }, (_, index) =>
    later(end, (index - HOURS_OF_A_DAY) * HOUR_MS),
  );
  return { bucket: 'hour', starts, end };
}

function lastDays(now: Date, days: number): Span {
  const end = later(dayOf(now), DAY_MS);
  const starts = Array.from({ length: days }, (_, index) => later(end, (index - days) * DAY_MS));
  return { bucket: 'day', starts, end };
}

/** Start of the bucket of a moment. */
export function startOf(at: Date, bucket: Span['bucket']): Date {
  if (bucket === 'hour') return hourOf(at);
  return bucket === 'day' ? dayOf(at) : monthOf(at);
}
