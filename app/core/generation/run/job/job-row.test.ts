import { expect, it } from 'vitest';
import { pauseAfter } from './job-row.ts';

it('grows by half from look to look, up to half a minute', () => {
  expect([0, 1, 2, 3, 6, 7, 100_000].map(pauseAfter)).toEqual([
    2000, 3000, 4500, 6750, 22_781.25, 30_000, 30_000,
  ]);
});
