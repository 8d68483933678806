import { dateFormat } from '#app/ui/i18n/formats.ts';

/** Under which heading of the list a conversation stands. */
export type DayGroup =
  | { kind: 'today' | 'yesterday' | 'week' | 'month' }
  /** First day of a calendar month, `2026-08-01`. */
  | { kind: 'calendar'; month: string };

const DAY_MS = 24 * 3600 * 1000;

/**
 * Groups a list that is sorted by time, newest first: today, yesterday, the previous 7 and 30 days, months.
 * @param timeZone in which days begin, an IANA name.
 */
export function groupByDay<Item extends { updatedAt: string }>(
  items: readonly Item[],
  now: Date,
  timeZone: string,
): { group: DayGroup; items: Item[] }[] {
  const days = dateFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const today = Date.parse(days.format(now));
  const groups: { key: string; group: DayGroup; items: Item[] }[] = [];
  for (const item of items) {
    const day = days.format(new Date(item.updatedAt));
    const group = groupOf(Math.round((today - Date.parse(day)) / DAY_MS), day);
    const key = group.kind === 'calendar' ? group.month : group.kind;
    const last = groups.at(-1);
    if (last?.key === key) last.items.push(item);
    else groups.push({ key, group, items: [item] });
  }
  return groups.map(({ group, items }) => ({ group, items }));
}

function groupOf(daysAgo: number, day: string): DayGroup {
  if (daysAgo <= 0) return { kind: 'today' };
  if (daysAgo === 1) return { kind: 'yesterday' };
  if (daysAgo <= 7) return { kind: 'week' };
  if (daysAgo <= 30) return { kind: 'month' };
  return { kind: 'calendar', month: `${day.slice(0, 7)}-01` };
}
