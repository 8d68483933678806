import { expect, it } from 'vitest';
import type { Subcategory } from '#app/contracts/playground/playground.ts';
import type { PairOption } from '../playground-data.ts';
import { firstSubcategory } from './first-subcategory.ts';

const offered = (pairs: Partial<Record<Subcategory, string[]>>) => (one: Subcategory) =>
  (pairs[one] ?? []).map((pair) => ({ pair }) as PairOption);

const WORDS = { 'text-to-text': ['x:words'], 'image-to-text': ['x:eyes'] };
const PICTURES = { 'text-to-image': ['x:brush'] };

it('begins with words, the default of the specification', () => {
  expect(firstSubcategory(offered({ ...WORDS, ...PICTURES }), [])).toBe('text-to-text');
});

it('begins with what something makes here, and with words where nothing makes anything', () => {
  expect(firstSubcategory(offered({ ...PICTURES, 'text-to-video': ['x:film'] }), [])).toBe('text-to-image');
  expect(firstSubcategory(offered({}), [])).toBe('text-to-text');
});

it('begins with what a named pair makes', () => {
  const all = offered({ ...WORDS, ...PICTURES });
  expect(firstSubcategory(all, ['x:gone', 'x:eyes'])).toBe('image-to-text');
  expect(firstSubcategory(all, ['x:brush'])).toBe('text-to-image');
  expect(firstSubcategory(all, ['x:gone'])).toBe('text-to-text');
});
