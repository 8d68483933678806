import { describe, expect, it } from 'vitest';
import { leftUnderCap, windowStarts } from './budget.ts';

it.each([
  ['nothing where there is no cap', null, 50n, null],
  ['the rest of a cap', 80n, 50n, 30n],
  ['nothing once the cap is reached', 50n, 50n, 0n],
  ['never less than nothing, also where a cap was lowered under what is spent', 10n, 50n, 0n],
])('leftUnderCap leaves %s', (_, cap, used, left) => {
  expect(leftUnderCap(cap, used)).toBe(left);
});

describe('windowStarts', () => {
  it.each([
    ['2026-11-16T00:00:00.000Z', '2026-11-16', '2026-11-16', '2026-11-01', 'Monday begins the week'],
    ['2026-11-15T23:59:59.999Z', '2026-11-15', '2026-11-09', '2026-11-01', 'Sunday ends it'],
    ['2026-11-21T12:00:00.000Z', '2026-11-21', '2026-11-16', '2026-11-01', 'Saturday'],
    ['2026-12-01T00:00:00.000Z', '2026-12-01', '2026-11-30', '2026-12-01', 'a week across a month'],
    ['2026-11-30T23:59:59.999Z', '2026-11-30', '2026-11-30', '2026-11-01', 'the end of a month'],
    ['2027-01-01T00:00:00.000Z', '2027-01-01', '2026-12-28', '2027-01-01', 'a week across a year'],
    ['2028-02-29T08:00:00.000Z', '2028-02-29', '2028-02-28', '2028-02-01', 'a leap day'],
    ['2026-11-21T23:30:00.000-02:00', '2026-11-22', '2026-11-16', '2026-11-01', 'UTC, wherever one is'],
  ])('at %s returns %s, %s and %s: %s', (at, daily, weekly, monthly) => {
    expect(windowStarts(new Date(at))).toEqual({ daily, weekly, monthly });
  });
});
