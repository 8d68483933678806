import { expect, it } from 'vitest';
import { linePaths } from './line-path.ts';

it('joins neighbours, from the foot of the box up', () => {
  expect(linePaths([0, 5, 10], 10)).toEqual({ line: 'M16.667 100L50 50L83.333 0', dots: '' });
});

it('is interrupted where there is no value', () => {
  expect(linePaths([1, 2, null, 2, 1], 2)).toEqual({ line: 'M10 50L30 0M70 0L90 50', dots: '' });
});

it('shows a value that stands alone as a dot', () => {
  expect(linePaths([null, 1, null], 2)).toEqual({ line: '', dots: 'M50 50h0' });
  expect(linePaths([1], 1)).toEqual({ line: '', dots: 'M50 0h0' });
  expect(linePaths([1, 1, null, 1], 1)).toEqual({ line: 'M12.5 0L37.5 0', dots: 'M87.5 0h0' });
});

it('is nothing without values', () => {
  expect(linePaths([null, null], 1)).toEqual({ line: '', dots: '' });
  expect(linePaths([], 1)).toEqual({ line: '', dots: '' });
});
