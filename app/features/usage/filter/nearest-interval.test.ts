import { expect, it } from 'vitest';
import { beginOf, nearestInterval } from './nearest-interval.ts';

it.each([
  ['1D', '1D'],
  ['1w', '1W'],
  ['all', 'ALL'],
  ['0D', '1D'],
  ['2D', '1D'],
  ['5d', '1W'],
  ['2W', '1W'],
  ['3M', '1M'],
  ['1Y', 'ALL'],
  ['9999Y', 'ALL'],
  ['', 'ALL'],
  ['yesterday', 'ALL'],
  ['99999D', 'ALL'],
])('takes %j for %s', (text, interval) => {
  expect(nearestInterval(text)).toBe(interval);
});

it('begins where the first bar of its charts does', () => {
  const now = new Date('2026-03-31T12:34:56Z');
  expect(beginOf('1D', now)?.toISOString()).toBe('2026-03-30T13:00:00.000Z');
  expect(beginOf('1W', now)?.toISOString()).toBe('2026-03-25T00:00:00.000Z');
  expect(beginOf('1M', now)?.toISOString()).toBe('2026-03-02T00:00:00.000Z');
  expect(beginOf('ALL', now)).toBeNull();
});
