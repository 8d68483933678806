import { describe, expect, it } from 'vitest';
import { planTiles, tileHeight } from './tiles.ts';

const plan = (heights: number[], max = 100) =>
  planTiles(heights, max).map(({ from, to, slice }) =>
    slice ? `${from}: ${slice.top}+${slice.height}` : `${from}-${to}`,
  );

describe('the images of a chat', () => {
  it.each([
    [[], []],
    [[30, 30, 30], ['0-3']],
    [
      [50, 50, 1],
      ['0-2', '2-3'],
    ],
    [
      [60, 60, 60],
      ['0-1', '1-2', '2-3'],
    ],
    [
      [10, 250, 10],
      ['0-1', '1: 0+100', '1: 100+100', '1: 200+50', '2-3'],
    ],
    [[200], ['0: 0+100', '0: 100+100']],
  ])('of messages with the heights %j are %j', (heights, tiles) => {
    expect(plan(heights)).toEqual(tiles);
  });

  it('are at most 8,000 pixels high, and lower if they are wide or sharp', () => {
    expect(tileHeight(800, 1)).toBe(8000);
    expect(tileHeight(800, 2)).toBe(5000);
    expect(tileHeight(100_000_000, 2)).toBe(1);
  });
});
