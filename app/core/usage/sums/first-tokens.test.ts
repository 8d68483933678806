import { describe, expect, it } from 'vitest';
import { drawing } from '#tests/fixtures/drawing.ts';
import {
  addFirstTokens,
  addWrittenTokens,
  bucketOf,
  percentile,
  readFirstTokens,
  RELATIVE_ERROR,
  writeFirstTokens,
  type FirstTokens,
} from './first-tokens.ts';

const histogramOf = (times: readonly number[]) => {
  const histogram: FirstTokens = new Map();
  for (const ms of times) addFirstTokens(histogram, new Map([[bucketOf(ms), 1]]));
  return histogram;
};

const nearestRank = (times: readonly number[], share: number) =>
  [...times].sort((one, other) => one - other)[Math.max(1, Math.ceil(share * times.length)) - 1]!;

describe('percentiles of histograms', () => {
  it.each([1, 2, 3, 4, 5])('are within the stated error of the exact ones, also summed (seed %i)', (seed) => {
    const next = drawing(seed);
    // From a millisecond to ten minutes, the same number in each decade.
    const times = Array.from({ length: 3000 }, () => Math.round(10 ** (next() * 5.78)));
    const sum = histogramOf(times.slice(0, 1000));
    addFirstTokens(sum, readFirstTokens(writeFirstTokens(histogramOf(times.slice(1000)))));
    for (const share of [0, 0.01, 0.5, 0.9, 0.95, 0.99, 1]) {
      const exact = nearestRank(times, share);
      expect(Math.abs(percentile(sum, share)! - exact)).toBeLessThanOrEqual(exact * RELATIVE_ERROR + 0.51);
    }
  });

  it('are added in their stored form, including the subtractions of a repair', () => {
    const sum = readFirstTokens('3:2 17:40');
    addWrittenTokens(sum, '17:5 176:1');
    addWrittenTokens(sum, '');
    addWrittenTokens(sum, '3:-1');
    expect(writeFirstTokens(sum)).toBe('3:1 17:45 176:1');
  });

  it('state an error of less than a twentieth', () => {
    expect(RELATIVE_ERROR).toBeLessThan(0.05);
  });

  it('are null when nothing was counted', () => {
    expect(percentile(new Map(), 0.5)).toBeNull();
  });

  it('put times of zero and of days into the first and the last bucket', () => {
    expect(percentile(histogramOf([0]), 0.5)).toBe(1);
    expect(bucketOf(1e12)).toBe(bucketOf(1e11));
    expect(
      writeFirstTokens(histogramOf(Array.from({ length: 400 }, (_, index) => 1.1 ** index))).length,
    ).toBeLessThan(4000);
  });
});

describe('a histogram in its stored form', () => {
  it('reads as it was written, and an empty one as empty', () => {
    const histogram = histogramOf([5, 5, 900, 12_000]);
    expect(readFirstTokens(writeFirstTokens(histogram))).toEqual(histogram);
    expect(writeFirstTokens(new Map())).toBe('');
    expect(readFirstTokens('')).toEqual(new Map());
  });

  it('can be subtracted again', () => {
    const histogram = histogramOf([5, 900]);
    addFirstTokens(histogram, histogramOf([5, 900]), -1);
    expect(histogram.size).toBe(0);
  });
});
