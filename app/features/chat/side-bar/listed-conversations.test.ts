import { expect, it } from 'vitest';
import { groupByDay } from './listed-conversations.ts';

const NOW = new Date('2026-03-15T10:00:00Z');
const at = (updatedAt: string) => ({ updatedAt });
const names = (items: { updatedAt: string }[], timeZone = 'UTC') =>
  groupByDay(items, NOW, timeZone).map(({ group, items }) => [
    group.kind === 'calendar' ? group.month : group.kind,
    items.length,
  ]);

it('groups by calendar days, not by hours', () => {
  expect(
    names([
      at('2026-03-15T09:59:00Z'),
      at('2026-03-15T00:00:00Z'),
      at('2026-03-14T23:59:59Z'),
      at('2026-03-13T12:00:00Z'),
      at('2026-03-08T00:00:00Z'),
      at('2026-03-07T23:59:59Z'),
      at('2026-02-13T00:00:00Z'),
      at('2026-02-12T00:00:00Z'),
      at('2026-02-01T00:00:00Z'),
      at('2025-12-31T00:00:00Z'),
    ]),
  ).toEqual([
    ['today', 2],
    ['yesterday', 1],
    ['week', 2],
    ['month', 2],
    ['2026-02-01', 2],
    ['2025-12-01', 1],
  ]);
});

it("begins days in the user's time zone", () => {
  const late = [at('2026-03-14T16:00:00Z')];
  expect(names(late, 'UTC')).toEqual([['yesterday', 1]]);
  expect(names(late, 'Asia/Tokyo')).toEqual([['today', 1]]);
});

it('counts a clock that runs ahead as today', () => {
  expect(names([at('2026-03-16T12:00:00Z')])).toEqual([['today', 1]]);
});
