import { expect, it } from 'vitest';
import type { CellView } from '#app/features/playground/playground-data.ts';
import { sortCells, speedOf } from './CellFigures.tsx';

const cell = (id: string, more: Partial<CellView>) =>
  ({ id, tokens: null, totalMs: null, firstTokenMs: null, chargedMicro: null, ...more }) as CellView;

const slow = cell('slow', { tokens: 10, firstTokenMs: 1000, totalMs: 6000, chargedMicro: '5' });
const fast = cell('fast', { tokens: 100, firstTokenMs: 1000, totalMs: 2000, chargedMicro: '900' });
const open = cell('open', {});

it('counts speed after the first token, and has none for an answer without one', () => {
  expect(speedOf(fast)).toBe(100);
  expect(speedOf(open)).toBeNull();
  expect(speedOf({ tokens: 4, firstTokenMs: 5, totalMs: 5 })).toBeNull();
});

it.each([
  ['place', ['open', 'slow', 'fast']],
  ['price', ['slow', 'fast', 'open']],
  ['speed', ['fast', 'slow', 'open']],
  ['finish', ['fast', 'slow', 'open']],
] as const)('sorts by %s, unknown values last', (sort, ids) => {
  expect(sortCells([open, slow, fast], sort).map(({ id }) => id)).toEqual(ids);
});
