import { describe, expect, it } from 'vitest';
import { bandOf, bucketAt, heightOf, labelled, linePaths, short } from './places.ts';

describe('bands', () => {
  it('are placed side by side within the width', () => {
    const bands = Array.from({ length: 24 }, (_, index) => bandOf(index, 24));
    for (const [index, { start, width, centre }] of bands.entries()) {
      expect(start).toBeGreaterThan(index === 0 ? 0 : bands[index - 1]!.start + bands[index - 1]!.width);
      expect(centre).toBeCloseTo(start + width / 2);
    }
    expect(bands.at(-1)!.start + bands.at(-1)!.width).toBeLessThan(100);
  });

  it.each([
    [0, 0],
    [0.249, 0],
    [0.25, 1],
    [0.999, 3],
    [1, 3],
    [-5, 0],
    [7, 3],
  ])('of four: share %d of the width is over band %d', (share, index) => {
    expect(bucketAt(share, 4)).toBe(index);
  });

  it('agree with the positions of their bars', () => {
    for (let index = 0; index < 31; index += 1)
      expect(bucketAt(bandOf(index, 31).centre / 100, 31)).toBe(index);
  });
});

it.each([
  [5, 10, 50],
  [0, 10, 0],
  [11, 10, 100],
  [-1, 10, 0],
  [1, 0, 0],
])('%d on an axis up to %d is %d percent high', (value, top, height) => {
  expect(heightOf(value, top)).toBe(height);
});

it('writes no more digits than are needed', () => {
  expect([short(100 / 3), short(25), short(0.00001)]).toEqual(['33.333', '25', '0']);
});

describe('the buckets with a label', () => {
  it.each([
    [3, 6, [0, 1, 2]],
    [7, 6, [0, 2, 4, 6]],
    [24, 6, [3, 7, 11, 15, 19, 23]],
    [1, 6, [0]],
    [0, 6, []],
  ])('of %d with room for %d', (count, most, shown) => {
    expect(labelled(count, most)).toEqual(shown);
  });
});

it('joins neighbours, from the bottom of the box up', () => {
  expect(linePaths([0, 5, 10], 10)).toEqual({ line: 'M16.667 100L50 50L83.333 0', dots: '' });
});

it('is interrupted if a value is missing', () => {
  expect(linePaths([1, 2, null, 2, 1], 2)).toEqual({ line: 'M10 50L30 0M70 0L90 50', dots: '' });
});

it('shows a value without neighbours as a dot', () => {
  expect(linePaths([null, 1, null], 2)).toEqual({ line: '', dots: 'M50 50h0' });
  expect(linePaths([1], 1)).toEqual({ line: '', dots: 'M50 0h0' });
  expect(linePaths([1, 1, null, 1], 1)).toEqual({ line: 'M12.5 0L37.5 0', dots: 'M87.5 0h0' });
});

it('is empty without values', () => {
  expect(linePaths([null, null], 1)).toEqual({ line: '', dots: '' });
  expect(linePaths([], 1)).toEqual({ line: '', dots: '' });
});
