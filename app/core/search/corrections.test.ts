import { expect, it } from 'vitest';
import { differsInOneLetter } from './corrections.ts';

it.each([
  ['receive', 'recieve'],
  ['receive', 'recive'],
  ['receive', 'receivve'],
  ['receive', 'receivo'],
  ['receive', 'receiv'],
])('%s and %s differ in one letter', (one, other) => {
  expect([differsInOneLetter(one, other), differsInOneLetter(other, one)]).toEqual([true, true]);
});

it.each([
  ['receive', 'receive'],
  ['receive', 'recei'],
  ['receive', 'rceieve'],
  ['receive', 'deceiver'],
  ['abcde', 'abdec'],
])('%s and %s do not', (one, other) => {
  expect([differsInOneLetter(one, other), differsInOneLetter(other, one)]).toEqual([false, false]);
});
