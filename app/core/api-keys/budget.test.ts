import { describe, expect, it } from 'vitest';
import { CAP_NAMES } from '#app/contracts/api-keys.ts';
import type { Caps } from './api-key.ts';
import { checkCaps, leftUnderCaps, NOTHING_SPENT, windowStarts } from './budget.ts';

const NONE: Caps = { daily: null, weekly: null, monthly: null, total: null };
const spend = { daily: 1n, weekly: 20n, monthly: 300n, total: 4000n };

describe('the caps of a key', () => {
  it('hold nobody back where there are none', () => {
    expect(checkCaps({ caps: NONE }, spend, 10n ** 18n)).toBeNull();
    expect(leftUnderCaps({ caps: NONE }, spend, 0n)).toBeNull();
  });

  it.each(CAP_NAMES)('let the %s spend reach its cap, and not a millionth more', (name) => {
    const key = { caps: { ...NONE, [name]: spend[name] + 50n } };
    expect(checkCaps(key, spend, 50n)).toBeNull();
    expect(checkCaps(key, spend, 51n)).toBe(name);
    expect(leftUnderCaps(key, spend, 0n)).toBe(50n);
    expect(leftUnderCaps(key, spend, 30n)).toBe(20n);
    expect(leftUnderCaps(key, spend, 51n), 'never below zero').toBe(0n);
  });

  it('refuse any hold once a cap was lowered under what is spent', () => {
    const key = { caps: { ...NONE, daily: 0n } };
    expect(checkCaps(key, spend, 1n)).toBe('daily');
    expect(leftUnderCaps(key, spend, 0n)).toBe(0n);
    expect(checkCaps(key, NOTHING_SPENT, 0n)).toBeNull();
  });

  it('answer the tightest of several', () => {
    const key = { caps: { daily: 100n, weekly: 100n, monthly: 350n, total: null } };
    expect(leftUnderCaps(key, spend, 0n)).toBe(50n);
    expect(checkCaps(key, spend, 51n)).toBe('monthly');
    expect(checkCaps(key, spend, 100n), 'the first in order').toBe('daily');
  });
});

describe('the windows of a cap', () => {
  it.each([
    ['2026-11-16T00:00:00.000Z', '2026-11-16', '2026-11-16', '2026-11-01', 'Monday begins the week'],
    ['2026-11-15T23:59:59.999Z', '2026-11-15', '2026-11-09', '2026-11-01', 'Sunday ends it'],
    ['2026-11-21T12:00:00.000Z', '2026-11-21', '2026-11-16', '2026-11-01', 'Saturday'],
    ['2026-12-01T00:00:00.000Z', '2026-12-01', '2026-11-30', '2026-12-01', 'a week across a month'],
    ['2026-11-30T23:59:59.999Z', '2026-11-30', '2026-11-30', '2026-11-01', 'the end of a month'],
    ['2027-01-01T00:00:00.000Z', '2027-01-01', '2026-12-28', '2027-01-01', 'a week across a year'],
    ['2028-02-29T08:00:00.000Z', '2028-02-29', '2028-02-28', '2028-02-01', 'a leap day'],
    ['2026-11-21T23:30:00.000-02:00', '2026-11-22', '2026-11-16', '2026-11-01', 'UTC, wherever one is'],
  ])('at %s are those of %s, %s and %s: %s', (at, daily, weekly, monthly) => {
    expect(windowStarts(new Date(at))).toEqual({ daily, weekly, monthly });
  });
});
