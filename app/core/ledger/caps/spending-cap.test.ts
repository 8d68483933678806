import { describe, expect, it } from 'vitest';
import { capsOf, windowEnd, windowStarts } from './spending-cap.ts';

describe('the windows of a personal cap', () => {
  it.each([
    [
      '2026-11-16T00:00:00.000Z',
      '2026-11-16',
      '2026-11-01',
      '2026-11-17',
      '2026-12-01',
      'midnight begins the day',
    ],
    [
      '2026-11-30T23:59:59.999Z',
      '2026-11-30',
      '2026-11-01',
      '2026-12-01',
      '2026-12-01',
      'the end of a month',
    ],
    ['2026-12-31T12:00:00.000Z', '2026-12-31', '2026-12-01', '2027-01-01', '2027-01-01', 'the end of a year'],
    ['2028-02-28T08:00:00.000Z', '2028-02-28', '2028-02-01', '2028-02-29', '2028-03-01', 'a leap year'],
    ['2026-11-21T23:30:00.000-02:00', '2026-11-22', '2026-11-01', '2026-11-23', '2026-12-01', 'UTC anywhere'],
  ])('at %s are from %s and %s to %s and %s: %s', (at, daily, monthly, dayEnd, monthEnd) => {
    const now = new Date(at);
    expect(windowStarts(now)).toEqual({ daily, monthly });
    expect(windowEnd('daily', now).toISOString()).toBe(`${dayEnd}T00:00:00.000Z`);
    expect(windowEnd('monthly', now).toISOString()).toBe(`${monthEnd}T00:00:00.000Z`);
  });
});

describe('the remainder of personal caps', () => {
  const now = new Date('2026-11-16T10:00:00Z');
  const used = { spent: { daily: 10n, monthly: 200n }, heldMicro: 5n, now };

  it('subtracts charges and holds, and lists the month first', () => {
    const caps = capsOf('me', { ...used, caps: { daily: 100n, monthly: 1000n } });
    expect(caps.map(({ id, window, leftMicro }) => ({ id, window, leftMicro }))).toEqual([
      { id: 'me:monthly', window: 'monthly', leftMicro: 795n },
      { id: 'me:daily', window: 'daily', leftMicro: 85n },
    ]);
    expect(caps[1]).toMatchObject({ capMicro: 100n, resetsAt: new Date('2026-11-17T00:00:00Z') });
  });

  it('is never below zero, and windows without a cap are left out', () => {
    expect(capsOf('me', { ...used, caps: { daily: 3n, monthly: null } })).toMatchObject([{ leftMicro: 0n }]);
    expect(capsOf('me', { ...used, caps: { daily: null, monthly: null } })).toEqual([]);
  });
});
