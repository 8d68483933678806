import { describe, expect, it } from 'vitest';
import { bucketNames, countText, dollarText, durationText, niceTicks } from './axis.ts';

describe('the ticks of an axis', () => {
  it.each([
    [1, [0, 0.5, 1]],
    [4, [0, 1, 2, 3, 4]],
    [4.1, [0, 2, 4, 6]],
    [97, [0, 50, 100]],
    [130, [0, 50, 100, 150]],
    [0.3, [0, 0.1, 0.2, 0.3]],
    [0.000_07, [0, 0.00002, 0.00004, 0.00006, 0.00008]],
    [12_345_678, [0, 5_000_000, 10_000_000, 15_000_000]],
  ])('up to %d are round and reach above it', (max, ticks) => {
    expect(niceTicks(max)).toEqual(ticks);
  });

  it('of counts are whole', () => {
    expect(niceTicks(1, { isWhole: true })).toEqual([0, 1]);
    expect(niceTicks(3, { isWhole: true })).toEqual([0, 1, 2, 3]);
    expect(niceTicks(0, { isWhole: true })).toEqual([0, 1]);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('have a default for maximum %d', (max) => {
    expect(niceTicks(max)).toEqual([0, 0.5, 1]);
  });

  it('are few, cover the greatest value, and leave less than half of the axis empty', () => {
    for (let exponent = -9; exponent < 15; exponent += 0.01) {
      const max = 10 ** exponent;
      const ticks = niceTicks(max);
      const top = ticks.at(-1)!;
      expect([ticks.length <= 5, top >= max * (1 - 1e-9), top <= max * 2.01]).toEqual([true, true, true]);
    }
  });
});

const all = (text: (value: number, ticks: readonly number[]) => string, max: number) => {
  const ticks = niceTicks(max);
  return ticks.map((tick) => text(tick, ticks));
};

describe('the labels of an axis', () => {
  it('shorten counts', () => {
    expect(all(countText('en-US'), 3000)).toEqual(['0', '1K', '2K', '3K']);
  });

  it.each([
    [0.0003, ['$0.0000', '$0.0001', '$0.0002', '$0.0003']],
    [0.2, ['$0.00', '$0.05', '$0.10', '$0.15', '$0.20']],
    [3, ['$0', '$1', '$2', '$3']],
    [30_000, ['$0', '$10K', '$20K', '$30K']],
  ])('write dollars up to %d with the decimals that they need', (max, texts) => {
    expect(all(dollarText(), max)).toEqual(texts);
  });

  it('write durations in a suitable unit', () => {
    expect(all(durationText('en-US'), 300)).toEqual(['0ms', '100ms', '200ms', '300ms']);
    expect(all(durationText('en-US'), 1500)).toEqual(['0s', '0.5s', '1s', '1.5s']);
  });
});

const TIME = ['2026-03-04T17:00:00.000Z'];

it.each([
  ['hour', '17:00', 'Mar 4, 17:00'],
  ['day', 'Mar 4', 'Wed, Mar 4, 2026'],
  ['month', 'Mar 2026', 'March 2026'],
] as const)('names a bucket of one %s', (bucket, short, long) => {
  expect(bucketNames(TIME, bucket, 'en-US')).toEqual({ short: [short], long: [long] });
});

it('writes Latin digits in every language', () => {
  const { short, long } = bucketNames(TIME, 'day', 'ar-EG');
  expect([short[0], long[0]].join(' ')).toMatch(/4.*2026/);
});
