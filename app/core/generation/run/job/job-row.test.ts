import { expect, it } from 'vitest';
import { pauseAfter } from './job-row.ts';

it('lengthens the pause between polls by half, up to 30 s', () => {
  expect([0, 1, 2, 3, 6, 7, 100_000].map(pauseAfter)).toEqual([
    2000, 3000, 4500, 6750, 22_781.25, 30_000, 30_000,
  ]);
});
