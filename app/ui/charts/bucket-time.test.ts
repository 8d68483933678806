import { expect, it } from 'vitest';
import { bucketNames } from './bucket-time.ts';

const TIME = ['2026-03-04T17:00:00.000Z'];

it.each([
  ['hour', '17:00', 'Mar 4, 17:00'],
  ['day', 'Mar 4', 'Wed, Mar 4, 2026'],
  ['month', 'Mar 2026', 'March 2026'],
] as const)('names a bucket of one %s', (bucket, short, long) => {
  expect(bucketNames(TIME, bucket, 'en-US')).toEqual({ short: [short], long: [long] });
});

it('writes the digits that all figures have', () => {
  const { short, long } = bucketNames(TIME, 'day', 'ar-EG');
  expect([short[0], long[0]].join(' ')).toMatch(/4.*2026/);
});
