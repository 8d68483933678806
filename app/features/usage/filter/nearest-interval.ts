import { DATE_INTERVALS, type DateInterval } from '#app/contracts/usage/dashboard.ts';

const DAYS_OF_UNIT: Record<string, number> = { d: 1, w: 7, m: 30, y: 365 };
/** ALL is as far as a year or more. */
const DAYS: Record<DateInterval, number> = { '1D': 1, '1W': 7, '1M': 30, ALL: 365 };

/** The interval that a text means, or the nearest one: `2W` is `1W`. What is no span of time is ALL. */
export function nearestInterval(text: string): DateInterval {
  const known = DATE_INTERVALS.find((one) => one === text.toUpperCase());
  if (known) return known;
  const [, count = '', unit = ''] = /^(\d{1,4})([dwmy])$/i.exec(text) ?? [];
  if (count === '') return 'ALL';
  const days = Math.max(1, Number(count) * DAYS_OF_UNIT[unit.toLowerCase()]!);
  // Spans are compared by how many times longer one is: a fortnight is nearer to a week than to a month.
  const distance = (one: DateInterval) => Math.abs(Math.log(days / DAYS[one]));
  return DATE_INTERVALS.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** When an interval begins: with an hour or a day of UTC, as the bars of its charts do; null for ALL. */
export function beginOf(interval: DateInterval, now: Date): Date | null {
  if (interval === 'ALL') return null;
  if (interval === '1D') return new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - 23 * HOUR_MS);
  return new Date((Math.floor(now.getTime() / DAY_MS) + 1 - DAYS[interval]) * DAY_MS);
}
