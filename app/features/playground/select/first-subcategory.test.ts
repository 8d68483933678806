import { expect, it } from 'vitest';
import { SUBCATEGORIES, type Subcategory } from '#app/contracts/playground/playground.ts';
import type { PairOption } from '../playground-data.ts';
import { firstSubcategory } from './first-subcategory.ts';

const offered = (pairs: Partial<Record<Subcategory, string[]>>) => (one: Subcategory) =>
  (pairs[one] ?? []).map((pair) => ({ pair }) as PairOption);

const WORDS = { 'text-to-text': ['x:words'], 'image-to-text': ['x:eyes'] };

it('begins with pictures, which stand first in the side bar', () => {
  expect(SUBCATEGORIES[0]).toBe('text-to-image');
  expect(firstSubcategory(offered({ ...WORDS, 'text-to-image': ['x:brush'] }), [])).toBe('text-to-image');
});

it('begins with what something makes here, and with the first where nothing makes anything', () => {
  expect(firstSubcategory(offered(WORDS), [])).toBe('text-to-text');
  expect(firstSubcategory(offered({}), [])).toBe('text-to-image');
});

it('begins with what a named pair makes', () => {
  const all = offered({ ...WORDS, 'text-to-image': ['x:brush'] });
  expect(firstSubcategory(all, ['x:gone', 'x:eyes'])).toBe('image-to-text');
  expect(firstSubcategory(all, ['x:gone'])).toBe('text-to-image');
});
