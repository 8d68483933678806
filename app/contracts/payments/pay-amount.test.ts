import { expect, it } from 'vitest';
import { readPayAmount } from './pay-amount.ts';

it.each([
  ['5', 5_000_000n],
  ['$20', 20_000_000n],
  [' 20.50 ', 20_500_000n],
  ['10000.00', 10_000_000_000n],
])('reads %j', (text, micro) => {
  expect(readPayAmount(text)).toEqual({ micro });
});

it.each([
  ['', 'not_an_amount'],
  ['twenty', 'not_an_amount'],
  ['-20', 'not_an_amount'],
  ['20,50', 'not_an_amount'],
  ['20.505', 'not_an_amount'],
  ['1e3', 'not_an_amount'],
  ['0', 'too_little'],
  ['4.99', 'too_little'],
  ['10000.01', 'too_much'],
  ['999999999', 'too_much'],
])('refuses %j: %s', (text, problem) => {
  expect(readPayAmount(text)).toEqual({ problem });
});
