import { describe, expect, it } from 'vitest';
import { niceTicks } from './nice-ticks.ts';

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
  ])('up to %d are round and end above it', (max, ticks) => {
    expect(niceTicks(max)).toEqual(ticks);
  });

  it('of what is counted are whole', () => {
    expect(niceTicks(1, { isWhole: true })).toEqual([0, 1]);
    expect(niceTicks(3, { isWhole: true })).toEqual([0, 1, 2, 3]);
    expect(niceTicks(0, { isWhole: true })).toEqual([0, 1]);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('are those of nothing for %d', (max) => {
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
