import { expect, it } from 'vitest';
import { wordsNear } from './corrections.ts';

it.each([
  ['receive', 'recieve'],
  ['receive', 'recive'],
  ['receive', 'receivve'],
  ['receive', 'receivo'],
  ['receive', 'receiv'],
  ['receive', 'receives'],
  ['привет', 'превет'],
  ['привет', 'приве'],
  ['καλημερα', 'καλιμερα'],
  ['مدرسات', 'مدرصات'],
])('%s and %s differ in one letter', (one, other) => {
  expect([wordsNear(one).includes(other), wordsNear(other).includes(one)]).toEqual([true, true]);
});

it.each([
  ['receive', 'receive'],
  ['receive', 'recei'],
  ['receive', 'rceieve'],
  ['receive', 'deceive'],
  ['receive', 'deceiver'],
  ['abcde', 'abdec'],
])('%s and %s do not', (one, other) => {
  expect([wordsNear(one).includes(other), wordsNear(other).includes(one)]).toEqual([false, false]);
});

it('looks for a bounded number of words', () => {
  expect(wordsNear('a'.repeat(32)).length).toBeLessThan(2000);
  expect(wordsNear('abcdefghij').length).toBe(new Set(wordsNear('abcdefghij')).size);
});
